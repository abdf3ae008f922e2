import { Cable } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listServers } from "#lib/mcp-servers/list-servers.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { Section } from "../_components/section.tsx";
import { NewServer } from "./_components/new-server.tsx";
import { ServerCard } from "./_components/server-card.tsx";

export const metadata = { title: "MCP servers" };

/** Servers of others whose tools agents may use: for owners and admins to review, for auditors to read. */
export default async function McpServersPage() {
  const actor = await pageActor();
  const mayChange = actor.role === "owner" || actor.role === "admin";
  if (!mayChange && actor.role !== "auditor") {
    return (
      <EmptyState icon={<Cable />} title="Owners and admins review MCP servers">
        Your role is {actor.role}. What agents can use of them stands under Tools.
      </EmptyState>
    );
  }
  const { items } = await listServers(actor, { limit: MAX_LIMIT });
  return (
    <>
      <Section
        title="MCP servers"
        description="Servers of the Model Context Protocol whose tools agents here may use: each tool once somebody has read and approved it, as it was read. One that changes is held back until it was read again. Rules and approvals hold for their calls as for all others."
      >
        {items.length === 0 ? (
          <EmptyState icon={<Cable />} title="No servers">
            {mayChange ? "Add one below. Nothing of it can be used until you have approved it." : "An owner or admin can add one."}
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {items.map(({ createdAt: _, checkedAt, tools, ...server }) => (
              <li key={server.id}>
                <ServerCard
                  mayChange={mayChange}
                  server={{
                    ...server,
                    checkedAt: checkedAt.toISOString(),
                    tools: tools.map((tool) => ({ ...tool, approvedAt: tool.approvedAt?.toISOString() ?? null })),
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {mayChange ? (
        <Section title="Add a server" description="It is asked for its tools at once. They all wait for your review.">
          <NewServer />
        </Section>
      ) : null}
    </>
  );
}
