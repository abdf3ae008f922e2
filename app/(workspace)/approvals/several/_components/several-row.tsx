"use client";

import Link from "next/link";
import { useEffect } from "react";
import { Arguments } from "#components/approval-card/arguments.tsx";
import { argumentsOf, ENTRY_WORDS, shortDigest } from "#components/approval-card/card-words.ts";
import { useUnread } from "#components/approval-card/reading.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { readWords } from "#components/records/read-words.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { answerWords } from "./several-words.ts";
import type { Answered } from "./use-several.ts";

/** One request, whole. It can be chosen once all of it was on the screen. Stands in a `ReadingProvider` of its own. */
export function SeveralRow({
  request,
  isChosen,
  answered,
  onChoose,
  onRead,
}: {
  request: ApprovalJson;
  isChosen: boolean;
  answered: Answered | undefined;
  onChoose: (isChosen: boolean) => void;
  onRead: () => void;
}) {
  const isRead = useUnread() === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has been read
  useEffect(() => {
    if (isRead) onRead();
  }, [isRead]);
  const { id, summary, tool, requestedByName, entryPoint, createdAt, inputDigest, readBefore, preview } = request;
  const read = readBefore && readWords(readBefore);
  return (
    <article aria-labelledby={`${id}-title`} data-request={id} className="grid min-w-0 gap-3 rounded-md bg-surface p-4 hairline-ring">
      <Checkbox
        checked={isChosen}
        disabled={!isRead || answered !== undefined}
        onChange={(event) => onChoose(event.target.checked)}
        label={
          <span id={`${id}-title`} className="font-semibold">
            <VisibleText text={summary} />
          </span>
        }
        hint={
          <>
            <VisibleText text={requestedByName} mode="prose" /> through {ENTRY_WORDS[entryPoint] ?? entryPoint},{" "}
            <RelativeTime at={createdAt} />
            {isRead || answered ? null : " · read it to its end to choose it"}
          </>
        }
      />
      {read ? (
        <p className="text-sm wrap-anywhere">
          Before it asked for this, the agent read: <VisibleText text={read} />
        </p>
      ) : null}
      <Arguments tool={tool} args={argumentsOf(request)} preview={preview} />
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        <span title={inputDigest}>
          Digest <span className="font-mono text-xs">{shortDigest(inputDigest)}</span>
        </span>
        <Link href={`/approvals?id=${id}`} className="text-accent underline underline-offset-3">
          Open by itself
        </Link>
      </p>
      {answered ? (
        <p role="status" data-answer={"status" in answered ? answered.status : "refused"} className="text-sm">
          <OutcomeBadge status={"status" in answered ? answered.status : "failed"} word={answerWords(answered)} />
        </p>
      ) : null}
    </article>
  );
}
