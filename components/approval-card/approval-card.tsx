"use client";

import { useState } from "react";
import { Arguments } from "#components/approval-card/arguments.tsx";
import { argumentsOf, missingWords, standingWords } from "#components/approval-card/card-words.ts";
import { Consequences } from "#components/approval-card/consequences.tsx";
import { DecisionBar } from "#components/approval-card/decision-bar.tsx";
import { laterOf } from "#components/approval-card/later-of.ts";
import { OtherArguments } from "#components/approval-card/other-arguments.tsx";
import { OutcomePanel } from "#components/approval-card/outcome-panel.tsx";
import { ReadingProvider } from "#components/approval-card/reading.tsx";
import { RequestFacts } from "#components/approval-card/request-facts.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/**
 * One request: what would run, in full; who asks and why; and the decision, or what became of it. Give it a `key` of the request's id: a card
 * never becomes another request's. It shows what `approval` says, or what it has read since when that is later.
 *
 * @param isInline in a chat: without the link to where one is
 * @param hasKeys the page's a, e and d belong to this card
 * @param onChange the reader has decided, or found it decided
 */
export function ApprovalCard({
  approval: given,
  isInline = false,
  hasKeys = false,
  level = 2,
  onChange,
}: {
  approval: ApprovalJson;
  isInline?: boolean;
  hasKeys?: boolean;
  level?: 2 | 3;
  onChange?: () => void;
}) {
  const [read, setRead] = useState<ApprovalJson | null>(null);
  const approval = laterOf(given, read);
  const Heading = `h${level}` as const;
  const isPending = approval.status === "pending";
  const card = (
    <article
      aria-labelledby={`${approval.id}-title`}
      data-approval-id={approval.id}
      data-pending={isPending || undefined}
      className="grid min-w-0 gap-4"
    >
      <header className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={approval.effect === "irreversible" ? "danger" : "neutral"}>{approval.tool}</Badge>
          <OutcomeBadge status={approval.status} isPlain />
        </div>
        <Heading id={`${approval.id}-title`} className="text-lg font-semibold">
          <VisibleText text={approval.summary} />
        </Heading>
      </header>
      <RequestFacts approval={approval} isInline={isInline} />
      <Arguments tool={approval.tool} args={argumentsOf(approval)} preview={approval.preview} />
      {approval.editedInput !== null ? <AskedFirst approval={approval} /> : null}
      {isPending ? <Consequences expiresAt={approval.expiresAt} /> : null}
      {isPending && approval.standing === "may-decide" ? (
        <DecisionBar
          key={approval.inputDigest}
          approval={approval}
          hasKeys={hasKeys}
          onRead={(next) => {
            setRead(next);
            onChange?.();
          }}
        />
      ) : null}
      {isPending && approval.standing !== "may-decide" ? (
        <p className="rounded-md bg-waiting-soft px-3.5 py-3">
          {standingWords(approval)} {approval.requirement.approvals > 1 ? missingWords(approval) : null}
        </p>
      ) : null}
      {isPending ? null : <OutcomePanel approval={approval} />}
    </article>
  );
  // A request that is closed need not be read to its end.
  return isPending ? <ReadingProvider>{card}</ReadingProvider> : card;
}

function AskedFirst({ approval }: { approval: ApprovalJson }) {
  return (
    <Disclosure summary="An approver changed the arguments. What the agent had asked for:" isOpenAtFirst className="rounded-md bg-canvas">
      <dl className="grid gap-3">
        <OtherArguments args={argumentsOf({ input: approval.input, editedInput: null })} shown={[]} />
      </dl>
    </Disclosure>
  );
}
