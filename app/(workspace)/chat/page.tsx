import { pageActor } from "#lib/auth/page-actor.ts";
import { ChatScreen } from "./_components/chat-screen.tsx";
import { chatPageProps } from "./_components/page-props.ts";

export const metadata = { title: "New chat" };

/** A chat that is made with its first message. */
export default async function NewChatPage() {
  const actor = await pageActor();
  const props = await chatPageProps(actor);
  return <ChatScreen chat={null} rendered={{}} rights={{ mayRename: false, mayDelete: false, mayHide: false }} {...props} />;
}
