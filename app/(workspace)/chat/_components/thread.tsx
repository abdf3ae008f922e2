"use client";

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "#components/cx.ts";
import { Button } from "#components/ui/button.tsx";
import type { ChatSession, SessionState } from "../_session/chat-session.ts";
import type { Entry } from "../_session/place-answer.ts";
import { EarlierMessages } from "./earlier-messages.tsx";
import { textBefore } from "./entry-text.ts";
import { KeepPlace } from "./keep-place.tsx";
import { type RenderedTexts, ThreadEntry } from "./thread-entry.tsx";
import { useStickToBottom } from "./use-stick-to-bottom.ts";

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
          "absolute inset-0 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2 print:static print:overflow-visible [@media(max-height:22rem)]:overscroll-auto",
          !isReady && "flex flex-col-reverse",
        )}
      >
        <div ref={content} className={cx("mx-auto w-full max-w-3xl px-4 pt-6 pb-8 sm:px-6", !isReady && "mb-auto")}>
          {isEmpty ? (
            empty
          ) : (
            <>
              {summary}
              <EarlierMessages session={session} state={state} />
              <KeepPlace scroller={scroller} firstKey={firstKeyOf(state)}>
                <ol className="grid min-w-0 gap-7">
                  {state.entries.map((entry, index) => (
                    <li key={keyOf(entry, state)} data-entry={keyOf(entry, state)} className="min-w-0">
                      <ThreadEntry
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
