import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { listAgents } from "#lib/agent-profiles/list-agents.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { Section } from "../_components/section.tsx";
import { AgentList } from "./_components/agent-list.tsx";
import { shownAgent } from "./_components/shown-agent.ts";

export const metadata = { title: "Agents" };

/** Who can be asked here besides the default agent: for owners and admins to make, for everybody to read. */
export default async function AgentsPage() {
  const actor = await pageActor();
  const { items } = await listAgents(actor, { limit: MAX_LIMIT });
  const mayChange = actor.role === "owner" || actor.role === "admin";
  return (
    <Section
      title="Agents"
      description="Each has words, a model and tools of its own, and is chosen when a chat begins. It can only narrow what the rules allow. Without one, the default agent answers."
      actions={
        mayChange ? (
          <Link href="/settings/agents/new" className={buttonStyles({ variant: "primary" })}>
            New agent
          </Link>
        ) : null
      }
    >
      {items.length === 0 ? (
        <EmptyState title="No agents yet" level={3}>
          The default agent answers in every chat.{" "}
          {mayChange ? "Make one for work that wants words or limits of its own." : "Owners and admins make others."}
        </EmptyState>
      ) : (
        <AgentList agents={items.map(shownAgent)} mayChange={mayChange} mayAsk={actor.role !== "auditor"} />
      )}
    </Section>
  );
}
