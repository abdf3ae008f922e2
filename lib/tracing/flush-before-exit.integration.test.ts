import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OtlpCollector, startOtlpCollector } from "#lib/testing/otlp-collector.ts";

let collector: OtlpCollector;
beforeAll(async () => {
  collector = await startOtlpCollector();
});
afterAll(() => collector.close());

/** A process that records one span and exits at once, as Next does on SIGTERM. Answers its exit code. */
async function exitAfterSpan(id: string, before: string): Promise<number> {
  const program = `
    const { startTracing, recordSpan } = await import("#lib/tracing/tracing.ts");
    const { flushBeforeExit } = await import("#lib/tracing/flush-before-exit.ts");
    await startTracing("countersign-web");
    recordSpan(() => ({ trace: "${id}", id: "${id}", name: "last", kind: "internal", startedAt: new Date(), endedAt: new Date(), facts: {} }));
    ${before}
    process.exit(143);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { NODE_ENV: "test", PATH: process.env.PATH, LOG_LEVEL: "error", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code;
}

describe("a web that exits", { timeout: 30_000 }, () => {
  it("sends its last span first and keeps its exit code; without the hook the span is lost (planted)", async () => {
    const [kept, lost] = ["0199d3a4-5b6c-7d8e-9f01-23456789abcd", "0199d3a4-5b6c-7d8e-9f01-23456789abce"];
    expect(await exitAfterSpan(kept, "flushBeforeExit();")).toBe(143);
    expect(await exitAfterSpan(lost, "")).toBe(143);
    expect(collector.spans().map(({ traceId }) => traceId)).toEqual([kept.replaceAll("-", "")]);
  });

  it("does not wait for a collector that never answers", async () => {
    collector.answer = null;
    const begun = performance.now();
    expect(await exitAfterSpan("0199d3a4-5b6c-7d8e-9f01-23456789abcf", "flushBeforeExit();")).toBe(143);
    expect(performance.now() - begun).toBeLessThan(8_000);
  });
});
