import { checkModel } from "#lib/agent/models/index.ts";
import { env } from "#lib/env.ts";
import { singleton } from "#lib/singleton.ts";
import type { Check } from "./check.ts";

const KEPT_MS = 30_000;

/**
 * Whether a model answers. Asked at most twice a minute, because it asks a server that may count it. The demo is `degraded`, unless it was chosen by
 * `MODEL=demo`.
 */
export async function checkModelHealth(): Promise<Check> {
  const kept = singleton("model-check", (): { until: number; check: Promise<Check> | null } => ({ until: 0, check: null }));
  if (!kept.check || performance.now() > kept.until) {
    kept.until = performance.now() + KEPT_MS;
    kept.check = ask();
  }
  return kept.check;
}

async function ask(): Promise<Check> {
  const { status, detail, provider } = await checkModel(env());
  if (provider === "demo" && env().MODEL === "demo") return { status: "ok", detail: "The built-in demo answers, as MODEL=demo asks." };
  return { status, detail };
}
