import type { StopReason } from "#lib/runs/states.ts";
import type { Allowance, Used } from "./allowance.ts";
import type { Limits } from "./limits.ts";

/** A limit that leaves no room: what it allows, what is used, and what was asked for on top. */
export interface ReachedLimit {
  limit: Exclude<keyof Limits, "scheduledRunsAtOnce" | "workspaceBytes">;
  allowed: number;
  used: number;
  asked: number;
}

/** What a run that comes to this limit ends as. */
export const STOP_REASON_OF: Record<ReachedLimit["limit"], Extract<StopReason, "max_tool_calls" | "token_budget" | "timeout">> = {
  callsPerRun: "max_tool_calls",
  tokensPerRun: "token_budget",
  usdPerRun: "token_budget",
  activeMsPerRun: "timeout",
  memberCallsPerDay: "max_tool_calls",
  memberTokensPerDay: "token_budget",
  memberUsdPerDay: "token_budget",
  organizationCallsPerDay: "max_tool_calls",
  organizationTokensPerDay: "token_budget",
  organizationUsdPerDay: "token_budget",
};

/** Calls are all or none: a limit is reached by a step that asks for more than is left. */
export function callsReached({ callsPerRun }: Pick<Limits, "callsPerRun">, used: number, asked: number): ReachedLimit | null {
  return used + asked > callsPerRun ? { limit: "callsPerRun", allowed: callsPerRun, used, asked } : null;
}

/**
 * Tokens, their cost and time are known only afterwards, so what counts is whether anything is left for one more step of the model.
 * @param asked about the tokens of its question and what they cost; a question that does not fit is not asked
 */
export function stepReached(
  allowance: Allowance,
  run: { tokens: number; usd: number; activeMs: number },
  asked: { tokens: number; usd: number },
): ReachedLimit | null {
  const { tokensPerRun, usdPerRun, activeMsPerRun } = allowance.limits;
  if (activeMsPerRun !== null && run.activeMs >= activeMsPerRun) {
    return { limit: "activeMsPerRun", allowed: activeMsPerRun, used: run.activeMs, asked: 0 };
  }
  if (tokensPerRun !== null && run.tokens + asked.tokens >= tokensPerRun) {
    return { limit: "tokensPerRun", allowed: tokensPerRun, used: run.tokens, asked: asked.tokens };
  }
  if (usdPerRun !== null && isSpent(usdPerRun, run.usd + asked.usd)) {
    return { limit: "usdPerRun", allowed: usdPerRun, used: run.usd, asked: asked.usd };
  }
  return dayReached(allowance, ["tokens", "usd"], asked.usd);
}

/** The first limit of a day that leaves nothing, or not as much money as is asked for. */
export function dayReached(
  { limits, today }: Allowance,
  kinds: readonly (keyof Used)[] = ["calls", "tokens", "usd"],
  askedUsd = 0,
): ReachedLimit | null {
  const daily = [
    { limit: "organizationCallsPerDay", kind: "calls", used: today.organization.calls },
    { limit: "organizationTokensPerDay", kind: "tokens", used: today.organization.tokens },
    { limit: "organizationUsdPerDay", kind: "usd", used: today.organization.usd },
    { limit: "memberCallsPerDay", kind: "calls", used: today.member.calls },
    { limit: "memberTokensPerDay", kind: "tokens", used: today.member.tokens },
    { limit: "memberUsdPerDay", kind: "usd", used: today.member.usd },
  ] as const;
  for (const { limit, kind, used } of daily) {
    const allowed = limits[limit];
    if (allowed === null || !kinds.includes(kind)) continue;
    const asked = kind === "usd" ? askedUsd : 0;
    if (kind === "usd" ? isSpent(allowed, used + asked) : used >= allowed) return { limit, allowed, used, asked };
  }
  return null;
}

/** A limit of no money at all stops what costs something: models that are free go on. */
function isSpent(allowed: number, usd: number): boolean {
  return usd > 0 && usd >= allowed;
}

/** Why calls were not reserved: the limit of a day that they do not fit into. */
export function reservationReached({ limits, today }: Allowance, asked: number): ReachedLimit | null {
  const daily = [
    { limit: "organizationCallsPerDay", used: today.organization.calls },
    { limit: "memberCallsPerDay", used: today.member.calls },
  ] as const;
  for (const { limit, used } of daily) {
    const allowed = limits[limit];
    if (allowed !== null && used + asked > allowed) return { limit, allowed, used, asked };
  }
  return null;
}
