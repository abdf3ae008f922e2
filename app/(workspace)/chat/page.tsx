import { listAgents } from "#lib/agent-profiles/list-agents.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { AgentBadge } from "./_components/agent-badge.tsx";
import { AgentChoice } from "./_components/agent-choice.tsx";
import { ChatScreen } from "./_components/chat-screen.tsx";
import { chatPageProps } from "./_components/page-props.ts";

export const metadata = { title: "New chat" };

/** A chat that is made with its first message, and with the agent that the address names. */
export default async function NewChatPage({ searchParams }: { searchParams: Promise<{ agent?: string | string[] }> }) {
  const actor = await pageActor();
  const { agent: wanted } = await searchParams;
  const agents = (await listAgents(actor, { limit: MAX_LIMIT })).items.filter(({ enabled }) => enabled);
  const chosen = agents.find(({ id }) => id === wanted);
  const agent = chosen ? { id: chosen.id, name: chosen.name, model: chosen.model, off: null } : null;
  const { mayWrite, ...props } = await chatPageProps(actor, agent);
  const isLost = wanted !== undefined && !chosen;
  return (
    <ChatScreen
      key={chosen?.id ?? "default"}
      chat={null}
      agentId={chosen?.id}
      agent={agent ? <AgentBadge agent={agent} /> : null}
      choice={mayWrite && (agents.length > 0 || isLost) ? <AgentChoice agents={agents} chosen={chosen} isLost={isLost} /> : null}
      rendered={{}}
      rights={{ mayRename: false, mayDelete: false, mayHide: false }}
      mayWrite={mayWrite}
      {...props}
    />
  );
}
