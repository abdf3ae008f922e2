import { notFound } from "next/navigation";
import { Suspense } from "react";
import { getAgent } from "#lib/agent-profiles/get-agent.ts";
import { type PageActor, pageActor } from "#lib/auth/page-actor.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseAgentId } from "#lib/ids.ts";
import { Section } from "../../_components/section.tsx";
import { AgentForm } from "../_components/agent-form.tsx";
import { formChoices } from "../_components/form-choices.ts";
import { ModelState } from "../_components/model-state.tsx";
import { NoAgentRights } from "../_components/no-agent-rights.tsx";
import { shownAgent } from "../_components/shown-agent.ts";

export const metadata = { title: "Change an agent" };

export default async function AgentPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  if (actor.role !== "owner" && actor.role !== "admin") return <NoAgentRights />;
  const agent = await readAgent(actor, (await params).id);
  const { model, name, version, updatedByName, updatedAt } = agent;
  const state = model !== null && (
    <Suspense fallback="Asking its server whether it answers…">
      <ModelState model={model} />
    </Suspense>
  );
  return (
    <Section title={name} description={`Version ${version}, of ${updatedAt.toISOString().slice(0, 10)}, by ${updatedByName}.`}>
      <AgentForm key={version} agent={shownAgent(agent)} {...(await formChoices(actor))} modelState={state || undefined} />
    </Section>
  );
}

async function readAgent(actor: PageActor, id: string) {
  return (await unlessMissing(async () => getAgent(actor, parseAgentId(id)))) ?? notFound();
}
