import type { ReactNode } from "react";
import type { ChatSession, SessionState } from "../_session/chat-session.ts";
import type { Outgoing } from "../_session/outgoing.ts";
import type { Entry } from "../_session/place-answer.ts";
import { AnswerEntry } from "./answer-entry.tsx";
import { textOf } from "./entry-text.ts";
import { UserEntry } from "./user-entry.tsx";

/** Texts that the server rendered: by message, by the place among its parts. */
export type RenderedTexts = Record<string, Record<number, ReactNode>>;

/** One thing that was said: by a person, by the agent, or by this reader a moment ago. */
export function ThreadEntry({
  entry,
  state,
  session,
  userId,
  rendered,
  onReuse,
  asked,
}: {
  entry: Entry;
  state: SessionState;
  session: ChatSession;
  userId: string;
  rendered: RenderedTexts;
  onReuse: ((text: string) => void) | undefined;
  /** What the answer at the end answers, to be asked again. */
  asked: string | null;
}) {
  if (entry.kind === "outgoing") {
    const { outgoing } = entry;
    return (
      <UserEntry
        text={outgoing.text}
        authorName={null}
        createdAt={outgoing.createdAt}
        state={outgoing.state === "sent" ? (isBehind(outgoing, state) ? "queued" : "stored") : outgoing.state}
        problem={outgoing.problem}
        onRetry={() => void session.outbox.retry(outgoing.clientMessageId)}
        onDiscard={() => session.outbox.discard(outgoing.clientMessageId)}
      />
    );
  }
  if (entry.kind === "live") {
    const live = state.live;
    if (!live) return null;
    const { fold, liveOutput, notice } = live.message;
    return (
      <AnswerEntry
        parts={fold.parts}
        metadata={fold.metadata}
        runId={live.runId}
        live={{ liveOutput, notice, revision: fold.revision }}
        rendered={undefined}
        onTryAgain={undefined}
      />
    );
  }
  const { id, role, parts, metadata } = entry.message;
  if (role === "assistant") {
    const onTryAgain = asked === null ? undefined : () => void session.outbox.send(asked);
    return <AnswerEntry parts={parts} metadata={metadata} runId={metadata.runId ?? null} rendered={rendered[id]} onTryAgain={onTryAgain} />;
  }
  const isOwn = metadata.authorId === userId;
  return (
    <UserEntry
      text={textOf(entry.message)}
      authorName={isOwn ? null : (metadata.authorName ?? "Somebody")}
      createdAt={metadata.createdAt}
      state={metadata.isQueued ? "queued" : "stored"}
      rendered={rendered[id]?.[0]}
      onReuse={isOwn ? onReuse : undefined}
    />
  );
}

/** Sent while another run was under way. */
function isBehind({ runId }: Outgoing, state: SessionState): boolean {
  return state.runId !== null && runId !== state.runId;
}
