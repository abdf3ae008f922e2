import type { Proposal } from "#lib/gate/index.ts";
import type { RecordedCall } from "#lib/runs/insert-step.ts";

export type SharedProposal = Proposal & { call: RecordedCall };

/** Gives each call of a model step its share of what the step used: whole numbers that add up to it. */
export function shareOut(proposals: readonly Proposal[], { tokens, microUsd }: { tokens: number; microUsd: number }): SharedProposal[] {
  return proposals.map((proposal, index) => {
    const share = (whole: number) => shareOf(whole, proposals.length, index);
    return { ...proposal, call: { ...proposal.call, tokens: share(tokens), microUsd: share(microUsd) } };
  });
}

function shareOf(whole: number, parts: number, index: number): number {
  return Math.floor((whole * (index + 1)) / parts) - Math.floor((whole * index) / parts);
}
