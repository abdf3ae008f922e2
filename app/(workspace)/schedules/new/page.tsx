import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { listAgents } from "#lib/agent-profiles/list-agents.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { ScheduleForm } from "../_components/schedule-form.tsx";

export const metadata = { title: "New schedule" };

const START = {
  id: null,
  name: "",
  prompt: "",
  missed: "once",
  overlap: "skip",
  timing: { kind: "cron", cron: "0 9 * * 1-5", runAt: "", everyMinutes: "60", timeZone: null },
  stored: null,
} as const;

export default async function NewSchedulePage() {
  const actor = await pageActor();
  const agents = (await listAgents(actor, { limit: MAX_LIMIT })).items.filter(({ enabled }) => enabled);
  return (
    <>
      <PageHeader
        title="New schedule"
        parent={{ label: "Schedules", href: "/schedules" }}
        description="It acts in your name, with the role that you have when it runs."
      />
      <PageBody>
        {actor.role === "auditor" ? (
          <EmptyState title="An auditor makes no schedules">You can read all of them, and their history.</EmptyState>
        ) : (
          <ScheduleForm start={START} zones={Intl.supportedValuesOf("timeZone")} agents={agents.map(({ id, name }) => ({ id, name }))} />
        )}
      </PageBody>
    </>
  );
}
