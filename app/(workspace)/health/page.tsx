import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { runCheck } from "#lib/health/check.ts";
import { checkHealth, withoutDetails } from "#lib/health/check-health.ts";
import { checkRules } from "#lib/health/check-rules.ts";
import { CheckCard } from "./_components/check-card.tsx";
import { StayFresh } from "./_components/stay-fresh.tsx";

export const metadata = { title: "Health" };

const SUMMARY = {
  ok: { tone: "success", title: "Everything works" },
  degraded: { tone: "warning", title: "It works, with limits" },
  down: { tone: "danger", title: "The product cannot work" },
} as const;

/** Whether each part of the product works, and whether the organization's rules can do what they say. What to do is for owners and admins; the others see that it is known. */
export default async function HealthPage() {
  const actor = await pageActor();
  const mayAct = actor.role === "owner" || actor.role === "admin";
  const [checked, checkedRules] = await Promise.all([checkHealth(), runCheck(() => checkRules(actor))]);
  const health = mayAct ? checked : withoutDetails(checked);
  const rules = mayAct ? checkedRules : { status: checkedRules.status };
  const readAt = new Date().toISOString();
  const { tone, title } = SUMMARY[health.status === "ok" && rules.status !== "ok" ? "degraded" : health.status];
  return (
    <>
      <StayFresh readAt={readAt} />
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
            Checked <RelativeTime at={readAt} />
          </Callout>
          <ul className="grid gap-3">
            {(Object.keys(health.checks) as (keyof typeof health.checks)[]).map((name) => (
              <CheckCard key={name} name={name} check={health.checks[name]} mayAct={mayAct} />
            ))}
            <CheckCard name="rules" check={rules} mayAct={mayAct} />
          </ul>
        </div>
      </PageBody>
    </>
  );
}
