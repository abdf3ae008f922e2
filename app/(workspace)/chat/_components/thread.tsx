"use client";

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "#components/cx.ts";
import { Button } from "#components/ui/button.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { ChatSession, SessionState } from "../_session/chat-session.ts";
import type { Outgoing } from "../_session/outgoing.ts";
import type { Entry } from "../_session/place-answer.ts";
import type { WireMessage } from "../_session/wire.ts";
import { AnswerEntry } from "./answer-entry.tsx";
import { KeepPlace } from "./keep-place.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";
import { UserEntry } from "./user-entry.tsx";

/** Texts that the server rendered: by message, by the place among its parts. */
export type RenderedTexts = Record<string, Record<number, ReactNode>>;

/** What was said, oldest first, in a box that scrolls by itself. Earlier messages come when the reader nears the beginning. */
export function Thread({
  session,
  state,
  userId,
  mayWrite,
  rendered,
  summary,
  onReuse,
  empty,
}: {
  session: ChatSession;
  state: SessionState;
  userId: string;
  mayWrite: boolean;
  rendered: RenderedTexts;
  summary: ReactNode;
  /** Takes a text to where one writes. */
  onReuse: (text: string) => void;
  /** In place of entries, when there are none. */
  empty: ReactNode;
}) {
  const isEmpty = state.entries.length === 0;
  const { scroller, content, isReady, isAtBottom, jumpToBottom } = useStickToBottom({ opensAtEnd: !isEmpty });
  const sent = state.entries.filter((entry) => entry.kind === "outgoing").length;
  // One's own message is what one wants to see.
  const sentBefore = useRef(sent);
  useEffect(() => {
    if (sent > sentBefore.current) jumpToBottom();
    sentBefore.current = sent;
  }, [sent, jumpToBottom]);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={scroller}
        role="log"
        aria-label="Messages"
        // What is new is said by the line over the composer: reading out every word as it comes would be unbearable.
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
        tabIndex={0}
        className={cx(
          "absolute inset-0 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2 [@media(max-height:22rem)]:overscroll-auto",
          !isReady && "flex flex-col-reverse",
        )}
      >
        <div ref={content} className={cx("mx-auto w-full max-w-3xl px-4 pt-6 pb-8 sm:px-6", !isReady && "mb-auto")}>
          {isEmpty ? (
            empty
          ) : (
            <>
              {summary}
              <Earlier session={session} state={state} />
              <KeepPlace scroller={scroller} firstKey={firstKeyOf(state)}>
                <ol className="grid min-w-0 gap-7">
                  {state.entries.map((entry, index) => (
                    <li key={keyOf(entry, state)} data-entry={keyOf(entry, state)} className="min-w-0">
                      <EntryView
                        entry={entry}
                        state={state}
                        session={session}
                        userId={userId}
                        rendered={rendered}
                        onReuse={mayWrite ? onReuse : undefined}
                        asked={mayWrite && index === state.entries.length - 1 ? textBefore(state.entries, index) : null}
                      />
                    </li>
                  ))}
                </ol>
              </KeepPlace>
              {isWaitingForFirstWord(state) ? <FirstSign /> : null}
            </>
          )}
        </div>
      </div>
      {/* What slides under the head fades. */}
      <div className="pointer-events-none absolute inset-x-0 top-0 h-4 bg-linear-to-b from-surface" />
      {isAtBottom || isEmpty ? null : (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button size="sm" icon={<ArrowDown />} onClick={jumpToBottom} className="pointer-events-auto bg-raised shadow-raised">
            {state.runId ? "New messages" : "Jump to latest"}
          </Button>
        </div>
      )}
    </div>
  );
}

function EntryView({
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

/** The way to what was said before; nearing it is enough. */
function Earlier({ session, state }: { session: ChatSession; state: SessionState }) {
  const marker = useRef<HTMLDivElement>(null);
  const { hasOlder, isLoadingOlder, olderProblem } = state;
  useEffect(() => {
    const element = marker.current;
    if (!element || !hasOlder || olderProblem) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void session.loadOlder(), {
      root: element.closest("[role=log]"),
      rootMargin: "400px 0px 0px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [session, hasOlder, olderProblem]);
  if (!hasOlder) return null;
  return (
    <div ref={marker} className="flex h-12 items-center justify-center gap-2 text-sm text-muted">
      {isLoadingOlder ? <Spinner /> : null}
      {olderProblem ? <span className="text-failed">{olderProblem}</span> : null}
      <Button size="sm" variant="quiet" isLoading={isLoadingOlder} onClick={() => void session.loadOlder()}>
        Earlier messages
      </Button>
    </div>
  );
}

function FirstSign() {
  return (
    <p className="mt-7 flex h-6 items-center gap-2 text-sm text-muted">
      <span className="size-2 animate-breathe rounded-full bg-accent" aria-hidden="true" />
      Thinking
    </p>
  );
}

/** Sent, and no answer has begun. */
function isWaitingForFirstWord({ entries, live }: SessionState): boolean {
  const last = entries.at(-1);
  if (live || !last) return false;
  return last.kind === "outgoing" && last.outgoing.state !== "failed";
}

function firstKeyOf(state: SessionState): string | undefined {
  const first = state.entries[0];
  return first && keyOf(first, state);
}

/** The same before and after the server's copy takes the place of ours, so that nothing is drawn anew. */
function keyOf(entry: Entry, { live }: SessionState): string {
  if (entry.kind === "outgoing") return entry.outgoing.clientMessageId;
  if (entry.kind === "live") return live?.messageId ?? "live";
  return entry.message.metadata.clientMessageId ?? entry.message.id;
}

function textBefore(entries: readonly Entry[], index: number): string | null {
  const before = entries.slice(0, index).findLast((entry) => entry.kind === "message" && entry.message.role === "user");
  return before?.kind === "message" ? textOf(before.message) : null;
}

function textOf({ parts }: WireMessage): string {
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}
