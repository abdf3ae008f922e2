import { pageActor } from "#lib/auth/page-actor.ts";
import { getLimits, type LimitsView } from "#lib/limits/get-limits.ts";
import { Section } from "../_components/section.tsx";
import { LimitsForm } from "./_components/limits-form.tsx";
import { LimitsInForce } from "./_components/limits-in-force.tsx";
import { UsedToday } from "./_components/used-today.tsx";

export const metadata = { title: "Limits" };

/** What runs may use: for everybody to read, for owners and admins to change. */
export default async function LimitsPage() {
  const actor = await pageActor();
  const { usedToday, version, changedAt, changedByName, ...limits } = await getLimits(actor);
  const mayChange = actor.role === "owner" || actor.role === "admin";
  return (
    <>
      <Section title="Limits" description={history({ version, changedAt, changedByName })}>
        {mayChange ? (
          <LimitsForm key={version} limits={limits} version={version} />
        ) : (
          <>
            <p className="text-muted">Owners and admins change the limits. Your role is {actor.role}.</p>
            <LimitsInForce limits={limits} />
          </>
        )}
      </Section>
      <Section title="Used today" description="Since 00:00 UTC. Calls that were refused or denied are not counted.">
        <UsedToday used={usedToday} limits={limits} organization={actor.organization.name} />
      </Section>
    </>
  );
}

function history({ version, changedAt, changedByName }: Pick<LimitsView, "version" | "changedAt" | "changedByName">): string {
  const what = "What runs may use. A run that comes to a limit is stopped and says so; a message on a day that is used up is refused.";
  if (!changedAt) return `${what} These are the ones that every organization begins with.`;
  const day = changedAt.toISOString().slice(0, 10);
  return `${what} Version ${version}, of ${day}${changedByName ? `, by ${changedByName}` : ""}.`;
}
