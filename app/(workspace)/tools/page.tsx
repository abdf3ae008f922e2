import { Wrench } from "lucide-react";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listTools } from "#lib/gate/index.ts";
import { toolState } from "#lib/health/tool-state.ts";
import { ToolCard } from "./_components/tool-card.tsx";

export const metadata = { title: "Tools" };

/** What an agent that acts for the viewer is told of, word for word, and what the rules say when it calls it. */
export default async function ToolsPage() {
  const actor = await pageActor();
  const { items } = await listTools(actor);
  const states = await Promise.all(items.map((tool) => toolState(tool.name)));
  return (
    <>
      <PageHeader
        title="Tools"
        description={`What an agent sees when it acts for you (${actor.role}): names, descriptions and schemas as the model reads them, and what the rules say to each kind of call.`}
      />
      <PageBody className="max-w-4xl gap-4">
        {items.length === 0 ? (
          <EmptyState icon={<Wrench />} title="No tool is open to you">
            {actor.role === "auditor"
              ? "An auditor reads records and starts no calls, so an agent that acts for one is told of no tool."
              : "No rule of this organization allows a tool for your role. An owner or admin can change the rules."}
          </EmptyState>
        ) : (
          items.map((tool, index) => <ToolCard key={tool.name} tool={tool} state={states[index] ?? null} />)
        )}
      </PageBody>
    </>
  );
}
