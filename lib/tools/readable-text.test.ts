import { expect, it } from "vitest";
import { readableText } from "./readable-text.ts";

it("makes one end of line of each way to end one, and loses none", () => {
  expect(readableText("a\r\nb\r\r\nc\rd\r\re\n\rf\r")).toBe("a\nb\nc\nd\n\ne\n\nf\n");
});

it("reads a text of nothing but carriage returns in a moment, as long as it may be", () => {
  const startedAt = performance.now();
  expect(readableText("\r".repeat(5_000_000))).toHaveLength(5_000_000);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
