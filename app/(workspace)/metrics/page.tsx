import Link from "next/link";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { TabNav } from "#components/ui/tab-nav.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { SearchParamsProps } from "#lib/http/search-params.ts";
import { listFilterChoices } from "#lib/metrics/list-filter-choices.ts";
import { ApprovalPanels, ModelPanels, SchedulePanels, ToolPanels } from "./_components/panels.tsx";
import { RangeBar } from "./_components/range-bar.tsx";
import { Tiles } from "./_components/tiles.tsx";
import { readView, TABS, type Tab, viewHref } from "./_components/view.ts";

export const metadata = { title: "Metrics" };

const TAB_WORDS: Record<Tab, string> = { tools: "Tools", models: "Models and cost", approvals: "Approvals", schedules: "Schedules" };
const PANELS = { tools: ToolPanels, models: ModelPanels, approvals: ApprovalPanels, schedules: SchedulePanels };

/** What the organization's agents did, in figures. Each panel is read by itself, leads to its calls, and can be had as a file. */
export default async function MetricsPage({ searchParams }: SearchParamsProps) {
  const actor = await pageActor();
  const view = readView(await searchParams);
  const choices = await listFilterChoices(actor);
  const Panels = PANELS[view.tab];
  const mayReadLog = actor.role === "owner" || actor.role === "admin" || actor.role === "auditor";
  return (
    <>
      <PageHeader
        title="Metrics"
        description={`What agents did in ${actor.organization.name}. Every number leads to the calls behind it.`}
        actions={
          <>
            <Link href="/tool-calls" className={buttonStyles({ size: "sm" })}>
              All calls
            </Link>
            {mayReadLog ? (
              <Link href="/audit" className={buttonStyles({ size: "sm" })}>
                Audit log
              </Link>
            ) : null}
            <Link href="/health" className={buttonStyles({ size: "sm" })}>
              Health
            </Link>
          </>
        }
      />
      <RangeBar view={view} choices={choices} />
      <PageBody>
        <Tiles key={`tiles ${viewHref(view)}`} ctx={actor} view={view} />
        <TabNav
          label="Figures"
          tabs={TABS.map((tab) => ({ label: TAB_WORDS[tab], href: viewHref(view, { tab }), isCurrent: tab === view.tab }))}
        />
        <Panels key={viewHref(view)} ctx={actor} view={view} hasAgents={choices.agents.length > 0} />
      </PageBody>
    </>
  );
}
