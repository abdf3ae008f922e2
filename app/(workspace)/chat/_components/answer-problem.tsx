"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { WireMessage } from "../_session/wire.ts";
import type { Block } from "./blocks.ts";

/** Why an answer is not what it should be: what failed, whether anything happened in the world, and what to do. */
export function AnswerProblem({
  blocks,
  metadata,
  onTryAgain,
}: {
  blocks: readonly Block[];
  metadata: Partial<WireMessage["metadata"]>;
  onTryAgain: (() => void) | undefined;
}) {
  const title = TITLES[metadata.stopReason ?? ""];
  if (!title) return null;
  return (
    <Callout
      tone={metadata.stopReason === "truncated" ? "warning" : "danger"}
      title={title}
      actions={
        onTryAgain ? (
          <Button size="sm" onClick={onTryAgain}>
            Try again
          </Button>
        ) : null
      }
    >
      {metadata.error ? <p dir="auto">{metadata.error}</p> : null}
      <p>{whatHappened(blocks)}</p>
    </Callout>
  );
}

/** Whether an answer ended in a way that this tells of. */
export function isProblem({ stopReason }: Partial<WireMessage["metadata"]>): boolean {
  return TITLES[stopReason ?? ""] !== undefined;
}

const TITLES: Record<string, string> = {
  model_error: "The model did not give an answer",
  interrupted: "The run was interrupted",
  truncated: "The answer was cut off",
  timeout: "The run took too long and was ended",
  token_budget: "The budget of tokens is used up",
  no_progress: "The run was ended because it went round in circles",
};

function whatHappened(blocks: readonly Block[]): string {
  const calls = blocks.flatMap((block) => (block.kind === "calls" ? block.calls : []));
  const made = calls.filter(({ facts }) => facts && ["succeeded", "failed"].includes(facts.status)).length;
  const unclear = calls.filter(({ facts }) => facts?.status === "unknown").length;
  if (unclear > 0)
    return `${unclear === 1 ? "One call" : `${unclear} calls`} above may or may not have happened: look before you repeat it.`;
  if (made > 0)
    return `Before that, ${made === 1 ? "one call" : `${made} calls`} ran; what became of it stands above. Trying again may repeat it.`;
  return "No tool had run, so nothing was changed.";
}
