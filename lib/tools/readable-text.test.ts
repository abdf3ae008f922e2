import { expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { readableText } from "./readable-text.ts";

it("makes one end of line of each way to end one, and loses none", () => {
  expect(readableText("a\r\nb\r\r\nc\rd\r\re\n\rf\r")).toBe("a\nb\nc\nd\n\ne\n\nf\n");
});

it("reads a text of nothing but carriage returns in a moment, as long as it may be", () => {
  const startedAt = cpuMs();
  expect(readableText("\r".repeat(200_000))).toHaveLength(200_000);
  expect(cpuMs() - startedAt).toBeLessThan(1_000);
});
