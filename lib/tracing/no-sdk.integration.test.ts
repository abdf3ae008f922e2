import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Keeps what is resolved, whether by `import` or by `require`. */
const WATCH = `
  import { registerHooks } from "node:module";
  globalThis.resolved = [];
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      globalThis.resolved.push(found.url);
      return found;
    },
  });`;

const START = `
  const { startTracing } = await import("#lib/tracing/tracing.ts");
  const isOn = await startTracing("countersign-worker");
  console.log(JSON.stringify({ isOn, resolved: globalThis.resolved }));
  process.exit();`;

/** What web and worker load to drive runs. */
const PRODUCT = `await import("#lib/agent/accept-leases.ts"); await import("#lib/schedules/run-schedule-now.ts");`;

/** Packages that a process loads which starts tracing with that endpoint, and whatever else it is told to. */
function packagesLoaded(endpoint: string, more: string): { isOn: boolean; packages: string[] } {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", watch, "--input-type=module", "--eval", more + START], {
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: process.env.PATH, LOG_LEVEL: "error", OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  const last = stdout.trim().split("\n").at(-1) ?? "";
  if (!last) throw new Error(stderr);
  const { isOn, resolved } = JSON.parse(last) as { isOn: boolean; resolved: string[] };
  const names = resolved.flatMap((url) => url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []);
  return { isOn, packages: [...new Set(names)] };
}

describe("a process without an endpoint", () => {
  it("loads nothing of OpenTelemetry, and one with an endpoint does", { timeout: 30_000 }, () => {
    const off = packagesLoaded("", PRODUCT);
    expect(off.isOn).toBe(false);
    expect(off.packages).toContain("postgres");
    expect(off.packages.filter((name) => name.startsWith("@opentelemetry/"))).toEqual([]);
    const on = packagesLoaded("http://127.0.0.1:9", "");
    expect(on.isOn).toBe(true);
    expect(on.packages).toContain("@opentelemetry/sdk-trace");
  });
});
