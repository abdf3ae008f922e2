import Link from "next/link";
import type { ReactNode } from "react";
import { EFFECT_WORDS, ENTRY_WORDS, shortDigest } from "#components/approval-card/card-words.ts";
import { readWords } from "#components/records/read-words.ts";
import { ruleAddress } from "#components/records/rule-address.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

const linkLook = "font-medium text-accent underline underline-offset-3";

/** Who asks, from where, since when, under which rule, and who has said what so far. Nothing of it was written by the model. */
export function RequestFacts({ approval, isInline }: { approval: ApprovalJson; isInline: boolean }) {
  const {
    requestedByName,
    agentName,
    createdAt,
    entryPoint,
    scheduleName,
    chatId,
    chatTitle,
    isChatOpen,
    reason,
    effect,
    voters,
    inputDigest,
    readBefore,
  } = approval;
  const read = readBefore && readWords(readBefore);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      <Fact name="Asked by">
        <VisibleText text={requestedByName} mode="prose" /> through {ENTRY_WORDS[entryPoint] ?? entryPoint}
        {scheduleName ? (
          <>
            {" "}
            (<VisibleText text={scheduleName} mode="prose" />)
          </>
        ) : null}
        , <RelativeTime at={createdAt} />
      </Fact>
      {agentName ? (
        <Fact name="Agent">
          <VisibleText text={agentName} mode="prose" />
        </Fact>
      ) : null}
      <Fact name="Effect">{EFFECT_WORDS[effect]}</Fact>
      <Fact name="Why it asks">
        <VisibleText text={reason.text} mode="prose" />{" "}
        <Link href={ruleAddress(reason.ruleId)} className={linkLook}>
          Rule {reason.ruleId}
        </Link>
      </Fact>
      {read ? (
        <Fact name="From outside">
          Before it asked for this, the agent read: <VisibleText text={read} />
        </Fact>
      ) : null}
      {isInline ? null : (
        <Fact name="Chat">
          {isChatOpen ? (
            <Link href={`/chat/${chatId}`} className={linkLook}>
              <VisibleText text={chatTitle || "Untitled chat"} mode="prose" />
            </Link>
          ) : (
            <span className="text-muted">A chat that you cannot open</span>
          )}
        </Fact>
      )}
      {voters.length > 0 && approval.requirement.approvals > 1 ? (
        <Fact name="So far">
          <ul>
            {voters.map((vote) => (
              <li key={vote.userId}>
                <VisibleText text={vote.name} mode="prose" /> {vote.decision === "approve" ? "agreed" : "said no"},{" "}
                <RelativeTime at={vote.at} />
                {vote.reason ? (
                  <>
                    : <VisibleText text={vote.reason} mode="prose" />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </Fact>
      ) : null}
      <Fact name="Digest">
        <span className="font-mono text-xs" title={inputDigest}>
          {shortDigest(inputDigest)}
        </span>
        <span className="text-muted"> · what is approved is exactly this</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
