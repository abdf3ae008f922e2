import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { checkHealth, withoutDetails } from "#lib/health/check-health.ts";
import { CheckCard, type CheckName } from "./_components/check-card.tsx";
import { StayFresh } from "./_components/stay-fresh.tsx";

export const metadata = { title: "Health" };

const SUMMARY = {
  ok: { tone: "success", title: "Everything works" },
  degraded: { tone: "warning", title: "It works, with limits" },
  down: { tone: "danger", title: "The product cannot work" },
} as const;

/** Whether each part of the product works. What to do is for owners and admins; the others see that it is known. */
export default async function HealthPage() {
  const actor = await pageActor();
  const mayAct = actor.role === "owner" || actor.role === "admin";
  const checked = await checkHealth();
  const health = mayAct ? checked : withoutDetails(checked);
  const { tone, title } = SUMMARY[health.status];
  return (
    <>
      <StayFresh />
      <PageHeader
        title="Health"
        description={`Countersign ${health.version}. Looked at again every 15 seconds while this page is open.`}
        actions={
          <a href="/api/health" className={buttonStyles()}>
            As JSON
          </a>
        }
      />
      <PageBody>
        <div className="grid max-w-3xl gap-3">
          <Callout tone={tone} title={title}>
            Checked <RelativeTime at={new Date().toISOString()} />
          </Callout>
          <ul className="grid gap-3">
            {(Object.keys(health.checks) as CheckName[]).map((name) => (
              <CheckCard key={name} name={name} check={health.checks[name]} mayAct={mayAct} />
            ))}
          </ul>
        </div>
      </PageBody>
    </>
  );
}
