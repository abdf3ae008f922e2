"use client";

import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { count } from "#components/words.ts";
import type { LogProof } from "#lib/audit/verify-log.ts";

/** As the API answers it. */
type Proof = Omit<LogProof, "unsealedSince"> & { unsealedSince: string | null };
type Answer = { proof: Proof } | { problem: ApiProblem };

/** The worker looks each hour for entries that were left behind. */
const LONG_UNSEALED_MS = 2 * 60 * 60_000;

/** Has the chain over the log worked out again, and says what came of it. */
export function ProveLog() {
  const [isProving, setIsProving] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);

  async function prove(): Promise<void> {
    setIsProving(true);
    const read = await callApi<Proof>("GET", "/api/audit/verify");
    setAnswer(read.isOk ? { proof: read.value } : { problem: read.problem });
    setIsProving(false);
  }

  return (
    <div className="grid gap-3">
      <div>
        <Button icon={<ShieldCheck />} onClick={() => void prove()} isLoading={isProving}>
          Prove that nothing was changed
        </Button>
      </div>
      {answer ? <Outcome answer={answer} /> : null}
    </div>
  );
}

function Outcome({ answer }: { answer: Answer }) {
  if ("problem" in answer) {
    return (
      <Callout tone="danger" title="It could not be proved" isNew>
        {answer.problem.detail}
      </Callout>
    );
  }
  const { ok, checked, firstBrokenSeq, unsealed, unsealedSince, head } = answer.proof;
  if (!ok) {
    return (
      <Callout tone="danger" title={`The log was changed at entry ${firstBrokenSeq}`} isNew>
        {asWritten(checked, "before it in the chain ")}. The entry itself was changed, moved or removed, or one before it was removed with
        its link. Somebody did it with rights on the database that this product does not have.
      </Callout>
    );
  }
  const isLeft = unsealedSince !== null && Date.now() - Date.parse(unsealedSince) > LONG_UNSEALED_MS;
  return (
    <Callout tone={isLeft ? "warning" : "success"} title={asWritten(checked)} isNew>
      {unsealedSince ? (
        <>
          {entries(unsealed)} {unsealed === 1 ? "is" : "are"} not in the chain yet (oldest: <RelativeTime at={unsealedSince} />
          ). {isLeft ? "The worker takes in each hour what was left: look whether it runs, or whether somebody removed links. " : null}
        </>
      ) : null}
      {head ? (
        <>
          Keep the end of the chain elsewhere, and you can tell later that nothing was taken from it:
          <span className="flex items-center gap-1 font-mono">
            <span className="wrap-anywhere">
              {head.position} {head.hash}
            </span>
            <CopyButton text={`${head.position} ${head.hash}`} />
          </span>
        </>
      ) : null}
    </Callout>
  );
}

function asWritten(number: number, where = ""): string {
  return `${entries(number)} ${where}${number === 1 ? "is as it was" : "are as they were"} written`;
}

function entries(number: number): string {
  return `${count(number)} ${number === 1 ? "entry" : "entries"}`;
}
