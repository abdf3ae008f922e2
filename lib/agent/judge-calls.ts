import { type Proposal, proposeToolCalls, type RequestedInStep } from "#lib/gate/index.ts";
import { limitWords } from "#lib/limits/limit-words.ts";
import { hasDailyLimit } from "#lib/limits/limits.ts";
import { type ReachedLimit, reservationReached, stepReached } from "#lib/limits/reached-limit.ts";
import { spend } from "#lib/limits/spend.ts";
import { toUsd } from "#lib/prices/usd.ts";
import type { Write } from "#lib/runs/run-journal.ts";
import type { Drive } from "./drive.ts";

/** Why a whole step was refused: the rule of the floor, and its words. */
export interface QuotaRefusal {
  ruleId: string;
  reason: string;
}

/** The floor's rules for a step that a limit leaves no room for: what is left to tell which, after a change of driver. */
const QUOTA_RULES: Record<ReachedLimit["limit"], QuotaRefusal["ruleId"]> = {
  callsPerRun: "floor/run-limit",
  tokensPerRun: "floor/token-limit",
  usdPerRun: "floor/cost-limit",
  activeMsPerRun: "floor/time-limit",
  memberCallsPerDay: "floor/day-call-limit",
  memberTokensPerDay: "floor/day-token-limit",
  memberUsdPerDay: "floor/day-cost-limit",
  organizationCallsPerDay: "floor/day-call-limit",
  organizationTokensPerDay: "floor/day-token-limit",
  organizationUsdPerDay: "floor/day-cost-limit",
};

/**
 * Judges the calls of one step against the rules and every limit, before any of them acts, and has them stored. Where a limit of the day is set, what
 * the calls need of it is reserved in the very transaction that stores them, durable when this resolves: a process that dies leaves both or neither.
 * Without such a limit they are written behind, and nothing is waited for.
 *
 * @param spent what the step used
 * @param store told once what became of the calls; gives back the write that stores them
 */
export async function judgeCalls(
  drive: Drive,
  requested: readonly RequestedInStep[],
  spent: { tokens: number; microUsd: number },
  store: (proposals: Proposal[]) => Write,
): Promise<void> {
  const { journal, lease } = drive;
  const { limits, prices } = journal.rights.allowance;
  const quota = { callsPerRun: limits.callsPerRun, callsBefore: drive.calls.length };
  const isOver = overBefore(drive, spent);
  const authority = await drive.authority();
  const proposals = await proposeToolCalls(authority, requested, { ...quota, ...(isOver && { isOver }) });
  if (!hasDailyLimit(limits)) return journal.writeBehind(store(proposals));
  const calls = proposals.filter(({ refusal }) => !refusal).length;
  const allowance = await journal.decide(async (sql) => {
    const { isReserved, today } = await spend(sql, lease, limits, { calls, ...spent });
    const reached = isReserved ? null : reservationReached({ limits, today, prices }, calls);
    const settled = reached ? await proposeToolCalls(authority, requested, { ...quota, isOver: refusal(reached) }) : proposals;
    await store(settled)(sql);
    return { limits, today, prices };
  });
  journal.rights = { ...journal.rights, allowance };
}

/** A limit that was reached with the step that asks. */
function overBefore({ state, journal, maxIterations }: Drive, spent: { tokens: number; microUsd: number }): QuotaRefusal | null {
  const { run } = state;
  if (run.iterations >= maxIterations) {
    const reason = `A run may take ${maxIterations} rounds of tool calls, and this one has taken them. These calls were not made.`;
    return { ruleId: "floor/round-limit", reason };
  }
  const used = { tokens: run.usage.totalTokens + spent.tokens, usd: toUsd(run.cost.microUsd + spent.microUsd), activeMs: 0 };
  const reached = stepReached(journal.rights.allowance, used, { tokens: 0, usd: 0 });
  return reached && refusal(reached);
}

function refusal(reached: ReachedLimit): QuotaRefusal {
  return { ruleId: QUOTA_RULES[reached.limit], reason: limitWords(reached) };
}
