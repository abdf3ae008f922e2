import { Stamp } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { GrantView } from "#lib/grants/grant-view.ts";
import { listGrants } from "#lib/grants/list-grants.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { Section } from "../_components/section.tsx";
import { type GrantRow, GrantTable } from "./_components/grant-table.tsx";

export const metadata = { title: "Standing approvals" };

const ENDED_SHOWN = 50;

/** What people agreed to beforehand. An organization has a hundred at most that stand, so one page shows them all. */
export default async function GrantsPage() {
  const actor = await pageActor();
  const [active, ended] = await Promise.all([
    listGrants(actor, { status: "active", limit: MAX_LIMIT }),
    listGrants(actor, { status: "ended", limit: ENDED_SHOWN }),
  ]);
  const mayRevoke = ({ createdBy }: GrantView) => (actor.role === "member" ? createdBy === actor.userId : actor.role !== "auditor");
  return (
    <>
      <Section
        title="Standing approvals"
        description="Calls that agents may make without asking again, because somebody agreed to calls like them. They are made on a request's card, with “Approve always”."
      >
        {active.items.length === 0 ? (
          <EmptyState icon={<Stamp />} title="None stands">
            {actor.role === "member" ? "None that covers your calls." : "Whatever a rule asks about is asked each time."}
          </EmptyState>
        ) : (
          <GrantTable caption="Standing approvals" grants={active.items.map((grant) => rowOf(grant, mayRevoke(grant)))} />
        )}
      </Section>
      {ended.items.length > 0 ? (
        <Section
          title="Ended"
          description={ended.total > ENDED_SHOWN ? `The latest ${ENDED_SHOWN} of ${ended.total}.` : "They cover nothing any more."}
        >
          <GrantTable caption="Ended standing approvals" grants={ended.items.map((grant) => rowOf(grant, false))} />
        </Section>
      ) : null}
    </>
  );
}

function rowOf({ until, lastUsedAt, createdAt, revokedAt, ...grant }: GrantView, mayRevoke: boolean): GrantRow {
  return {
    ...grant,
    mayRevoke,
    until: until?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
