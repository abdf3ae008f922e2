import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getAnswerer } from "#lib/agent-profiles/get-answerer.ts";
import { mayManage } from "#lib/auth/may-manage.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { ChatDetail } from "#lib/chats/chat-view.ts";
import { getChat } from "#lib/chats/get-chat.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseChatId } from "#lib/ids.ts";
import { AgentBadge } from "../_components/agent-badge.tsx";
import { ChatScreen } from "../_components/chat-screen.tsx";
import { leanMessages } from "../_components/lean-messages.ts";
import { chatPageProps } from "../_components/page-props.ts";
import { renderTexts } from "../_components/rendered-texts.tsx";
import { SummaryNote } from "../_components/summary-note.tsx";
import { titleWords } from "../_components/title-words.ts";
import type { WireChat } from "../_session/wire.ts";

interface ChatPageProps {
  params: Promise<{ id: string }>;
}

const MESSAGES_SHOWN = 50;

export async function generateMetadata({ params }: ChatPageProps): Promise<Metadata> {
  const chat = await readChat((await params).id);
  return { title: titleWords(chat.title) };
}

/** One chat, on its newest messages. */
export default async function ChatPage({ params }: ChatPageProps) {
  const actor = await pageActor();
  const chat = await readChat((await params).id);
  const agent = chat.agentId ? await getAnswerer(actor, chat.agentId) : null;
  const props = await chatPageProps(actor, agent);
  const isOwn = chat.createdBy.id === actor.userId;
  return (
    <ChatScreen
      key={chat.id}
      chat={asJson({ ...chat, messages: leanMessages(chat.messages), summary: null })}
      summary={chat.summary ? <SummaryNote summary={chat.summary} /> : null}
      agent={agent ? <AgentBadge agent={agent} /> : null}
      rendered={renderTexts(chat.messages)}
      rights={{ mayRename: props.mayWrite, mayDelete: mayManage(actor, chat), mayHide: props.mayWrite && isOwn }}
      {...props}
    />
  );
}

/** Read once a request: the title and the page ask for the same. */
const readChat = cache(async (id: string): Promise<ChatDetail> => {
  const actor = await pageActor();
  return (await unlessMissing(async () => getChat(actor, { chatId: parseChatId(id), limit: MESSAGES_SHOWN }))) ?? notFound();
});

/** The chat as `GET /api/chats/:id` would answer it. */
function asJson(chat: ChatDetail): WireChat {
  return JSON.parse(JSON.stringify(chat));
}
