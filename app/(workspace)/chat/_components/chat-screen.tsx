"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { announce } from "#components/ui/status-store.ts";
import { ChatSession } from "../_session/chat-session.ts";
import { forgetHandover, handOver, isSecondUse, sessionFor } from "../_session/handover.ts";
import { useMarkRead } from "../_session/use-mark-read.ts";
import type { WireChat } from "../_session/wire.ts";
import { ChatHeader, type ChatRights } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { Draft } from "./draft.ts";
import { EmptyChat, type EmptyChatProps } from "./empty-chat.tsx";
import { RunStatus } from "./run-status.tsx";
import { Thread } from "./thread.tsx";
import type { RenderedTexts } from "./thread-entry.tsx";

export interface ChatScreenProps extends Omit<EmptyChatProps, "onPick" | "mayWrite"> {
  /** Null: a chat that begins with its first message. */
  chat: WireChat | null;
  rendered: RenderedTexts;
  /** What models are told of its earlier part. */
  summary?: ReactNode;
  userId: string;
  /** Who is to answer in a chat that is not begun; and its name, for the head. Neither: the default agent. */
  agentId?: string | undefined;
  agent?: ReactNode;
  mayWrite: boolean;
  rights: ChatRights;
}

/** A chat: its head, what was said, and where one writes. */
export function ChatScreen({ chat, rendered, summary, userId, agentId, agent, mayWrite, rights, ...empty }: ChatScreenProps) {
  const router = useRouter();
  const field = useRef<HTMLTextAreaElement>(null);
  const [session] = useState(() => (chat ? sessionFor(chat) : new ChatSession(null, agentId)));
  const [draft] = useState(() => new Draft(userId, session));
  const state = useSyncExternalStore(session.subscribe, session.state, session.state);

  useMarkRead(state.isGone ? null : state.chatId, state.runId);

  useEffect(() => {
    const isStale = chat !== null && isSecondUse(chat);
    forgetHandover();
    session.onAddress = (chatId) => {
      handOver(session);
      router.push(`/chat/${chatId}`);
    };
    return session.follow({ isStale });
  }, [session, chat, router]);

  /** Behind what stands there already: nothing that was begun is lost. */
  const reuse = useCallback((text: string): void => {
    const element = field.current;
    if (!element) return;
    element.value = [element.value.trimEnd(), text].filter((part) => part !== "").join("\n\n");
    element.dispatchEvent(new Event("input", { bubbles: true }));
    element.focus();
  }, []);

  async function stop(): Promise<void> {
    const refusal = await session.stop();
    if (refusal) announce({ text: refusal, tone: "danger" });
  }

  return (
    // In a window of few lines (enlarged to 400 %) the page scrolls, or head and composer would leave nothing to what was said.
    <div className="flex min-h-0 grow flex-col [@media(max-height:22rem)]:min-h-88">
      <ChatHeader
        chatId={state.chatId}
        title={state.title}
        visibility={state.visibility}
        agent={agent}
        model={empty.model}
        isAtWork={state.runId !== null}
        rights={rights}
      />
      {state.isGone ? (
        <EmptyState title="This chat is not here any more" className="grow content-center">
          It was deleted, or is no longer shared with you. Nothing else was changed.
        </EmptyState>
      ) : (
        <>
          <Thread
            session={session}
            state={state}
            userId={userId}
            mayWrite={mayWrite}
            rendered={rendered}
            summary={summary}
            onReuse={reuse}
            empty={<EmptyChat {...empty} mayWrite={mayWrite} onPick={(prompt) => void session.outbox.send(prompt)} />}
          />
          <div className="page-foot mx-auto w-full max-w-3xl shrink-0 px-3 pb-3 sm:px-6 sm:pb-4 print:hidden">
            <RunStatus state={state} />
            {mayWrite ? (
              <Composer
                field={field}
                draft={draft}
                isRunning={state.runId !== null}
                isStopping={state.isStopping}
                onSend={(text) => void session.outbox.send(text)}
                onStop={() => void stop()}
              />
            ) : (
              <p className="rounded-lg bg-canvas px-3.5 py-2.5 text-muted hairline-ring">An auditor reads along and does not write.</p>
            )}
          </div>
        </>
      )}
    </div>
  );
}
