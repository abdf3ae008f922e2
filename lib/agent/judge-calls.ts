import { type Proposal, proposeToolCalls, type RequestedInStep } from "#lib/gate/index.ts";
import { limitWords } from "#lib/limits/limit-words.ts";
import { hasDailyLimit } from "#lib/limits/limits.ts";
import { type ReachedLimit, reservationReached, stepReached } from "#lib/limits/reached-limit.ts";
import { spend } from "#lib/limits/spend.ts";
import type { Drive } from "./drive.ts";
import { MAX_ITERATIONS } from "./limits.ts";

/** Why a whole step was refused: the rule of the floor, and its words. */
export interface QuotaRefusal {
  ruleId: string;
  reason: string;
}

/** The floor's rules for a step that a limit leaves no room for: what is left to tell which, after a change of driver. */
const QUOTA_RULES: Record<ReachedLimit["limit"], QuotaRefusal["ruleId"]> = {
  callsPerRun: "floor/run-limit",
  tokensPerRun: "floor/token-limit",
  activeMsPerRun: "floor/time-limit",
  memberCallsPerDay: "floor/day-call-limit",
  memberTokensPerDay: "floor/day-token-limit",
  organizationCallsPerDay: "floor/day-call-limit",
  organizationTokensPerDay: "floor/day-token-limit",
};

/**
 * Judges the calls of one step against the rules and every limit, before any of them acts. Where a limit of the day is set, what the calls need of
 * it is reserved here, in a transaction that is durable when this resolves; without one nothing is waited for.
 *
 * @param tokens what the step cost
 */
export async function judgeCalls(drive: Drive, requested: readonly RequestedInStep[], tokens: number): Promise<Proposal[]> {
  const { run, calls } = drive.state;
  const { limits } = drive.journal.allowance;
  const quota = { callsPerRun: limits.callsPerRun, callsBefore: calls.filter((call) => call.runId === run.id).length };
  const isOver = overBefore(drive, tokens);
  const proposals = await proposeToolCalls(drive.authority(), requested, { ...quota, ...(isOver && { isOver }) });
  const reached = await spendOfDay(drive, { tokens, calls: proposals.filter(({ refusal }) => !refusal).length });
  return reached ? proposeToolCalls(drive.authority(), requested, { ...quota, isOver: refusal(reached) }) : proposals;
}

/** A limit that was reached with the step that asks. */
function overBefore({ state, journal }: Drive, tokens: number): QuotaRefusal | null {
  const { run } = state;
  if (run.iterations >= MAX_ITERATIONS) {
    const reason = `A run may take ${MAX_ITERATIONS} rounds of tool calls, and this one has taken them. These calls were not made.`;
    return { ruleId: "floor/round-limit", reason };
  }
  const reached = stepReached(journal.allowance, { tokens: run.usage.totalTokens + tokens, activeMs: 0 }, 0);
  return reached && refusal(reached);
}

/** Counts the step, and reserves its calls: all, or none and why. */
async function spendOfDay({ journal, lease }: Drive, used: { calls: number; tokens: number }): Promise<ReachedLimit | null> {
  const { limits } = journal.allowance;
  if (!hasDailyLimit(limits)) return null;
  const { isReserved, today } = await journal.write((sql) => spend(sql, lease, limits, used));
  journal.allowance = { limits, today };
  return isReserved ? null : reservationReached(journal.allowance, used.calls);
}

function refusal(reached: ReachedLimit): QuotaRefusal {
  return { ruleId: QUOTA_RULES[reached.limit], reason: limitWords(reached) };
}
