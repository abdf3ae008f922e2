import { sandboxStatus } from "#lib/sandbox/index.ts";
import type { Check } from "./check.ts";

/** What shields this machine from commands. Without a sandbox the shell tool refuses, everything else works: degraded, not down. */
export async function checkSandbox(): Promise<Check> {
  const { level, summary, fix } = await sandboxStatus();
  return { status: level === "full" ? "ok" : "degraded", detail: fix ? `${summary} ${fix}` : summary };
}
