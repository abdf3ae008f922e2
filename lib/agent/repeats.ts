import type { SettledCall } from "#lib/gate/index.ts";
import type { CallRow } from "#lib/runs/run-state.ts";

/** From this many identical calls of one run on, the model is told that it repeats itself. */
const REPEATS_TO_NOTE = 5;

/** Rounds in a row, alike and without a success, after which a run is ended as `no_progress`: it was told, and went on all the same. */
export const STUCK_ROUNDS = 8;

const NOTE = /\n\[This is call \d+ of the same tool with the same arguments in this run\.[^\]]*\]$/;

/** What the model reads of a call that it has made before, again and again. `calls`: those of the run, this one among them. */
export function withRepeatNote(calls: readonly CallRow[], call: CallRow, settled: SettledCall): SettledCall {
  const same = JSON.stringify(call.input);
  const times = calls.filter((other) => other.tool === call.tool && JSON.stringify(other.input) === same).length;
  if (times < REPEATS_TO_NOTE) return settled;
  return {
    ...settled,
    modelText: `${settled.modelText}\n[This is call ${times} of the same tool with the same arguments in this run. Repeating it will not change the answer.]`,
  };
}

/**
 * The tool with which a run goes round in circles, or null: in its last eight rounds it asked for the same calls, and all of them were refused,
 * denied, or failed, in the same words each time. Calls that succeed are not counted, however alike: they may wait for something outside (a file, a
 * page, a build), and the limit on rounds ends them.
 *
 * @param calls those of the run, in the order asked, all settled
 */
export function stuckWith(calls: readonly CallRow[]): string | null {
  const last = calls.at(-1);
  if (!last || last.step < STUCK_ROUNDS - 1 || last.status === "succeeded") return null;
  const rounds = Array.from({ length: STUCK_ROUNDS }, (_, back) => calls.filter(({ step }) => step === last.step - back));
  if (rounds.some((round) => round.length === 0 || round.some(({ status }) => status === "succeeded"))) return null;
  const [first, ...others] = rounds.map(signatureOf);
  return others.every((signature) => signature === first) ? last.tool : null;
}

/** What a round asked for and what came of it, whatever the order. */
function signatureOf(round: readonly CallRow[]): string {
  return round
    .map(({ tool, input, status, modelText }) => JSON.stringify([tool, input, status, modelText?.replace(NOTE, "")]))
    .sort()
    .join("\n");
}
