import { pageActor } from "#lib/auth/page-actor.ts";
import { Section } from "../../_components/section.tsx";
import { AgentForm } from "../_components/agent-form.tsx";
import { formChoices } from "../_components/form-choices.ts";
import { NoAgentRights } from "../_components/no-agent-rights.tsx";

export const metadata = { title: "New agent" };

export default async function NewAgentPage() {
  const actor = await pageActor();
  if (actor.role !== "owner" && actor.role !== "admin") return <NoAgentRights />;
  return (
    <Section title="New agent" description="A name is enough. Everything else is as without an agent until you say otherwise.">
      <AgentForm agent={null} {...(await formChoices(actor))} />
    </Section>
  );
}
