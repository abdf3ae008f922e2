import type { TenantContext } from "#lib/context.ts";
import { DurationSeries, OutcomeSeries } from "./call-series.tsx";
import { CallTable } from "./call-table.tsx";
import { Firings } from "./firings.tsx";
import { ModelTable, TokenSeries } from "./models.tsx";
import { Panel } from "./panel.tsx";
import { Refusals } from "./refusals.tsx";
import { Funnel, RequestSeries } from "./requests.tsx";
import { csvHref, type MetricsView } from "./view.ts";

interface PanelsProps {
  ctx: TenantContext;
  view: MetricsView;
  /** There are others than the default one, so it is worth telling them apart. */
  hasAgents: boolean;
}

const TOOLS = "/api/metrics/tools";

export function ToolPanels({ ctx, view, hasAgents }: PanelsProps) {
  const series = csvHref(view, TOOLS, { groupBy: "none", bucket: view.bucket });
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel title="Outcomes" description="What became of calls, by the time at which they were asked for." csv={series}>
        <OutcomeSeries ctx={ctx} view={view} />
      </Panel>
      <Panel title="Execution time" description="Of calls that ran; neither queue nor people count." csv={series}>
        <DurationSeries ctx={ctx} view={view} />
      </Panel>
      <div className="grid min-w-0 gap-4 xl:col-span-2">
        <Panel
          title="By tool"
          description="Execution, human wait and queue apart. Grey: out of fewer than 20. Tokens and cost are those of the model steps that asked."
          csv={csvHref(view, TOOLS, { groupBy: "tool" })}
        >
          <CallTable ctx={ctx} view={view} groupBy="tool" />
        </Panel>
        <Panel title="Did not run" description="Nothing of it happened in the world." csv={csvHref(view, "/api/metrics/refusals")}>
          <Refusals ctx={ctx} view={view} />
        </Panel>
        <Panel title="By person" description="In whose name agents acted." csv={csvHref(view, TOOLS, { groupBy: "user" })}>
          <CallTable ctx={ctx} view={view} groupBy="user" />
        </Panel>
        {hasAgents ? (
          <Panel title="By agent" description="Who answers in the chat." csv={csvHref(view, TOOLS, { groupBy: "agent" })}>
            <CallTable ctx={ctx} view={view} groupBy="agent" />
          </Panel>
        ) : null}
        <Panel title="By entry point" description="Where the work came in." csv={csvHref(view, TOOLS, { groupBy: "entryPoint" })}>
          <CallTable ctx={ctx} view={view} groupBy="entryPoint" />
        </Panel>
      </div>
    </div>
  );
}

export function ModelPanels({ ctx, view, hasAgents }: PanelsProps) {
  const { tool, ...filter } = view.filter;
  const href = (more: object) => csvHref({ ...view, filter }, "/api/metrics/models", more);
  return (
    <div className="grid gap-4">
      {tool === undefined ? null : (
        <p className="text-sm text-muted">Tokens are counted by run, so the filter by tool does not apply here.</p>
      )}
      <Panel
        title="Tokens"
        description="Of all model steps, by the time at which the run was asked for."
        csv={href({ bucket: view.bucket })}
      >
        <TokenSeries ctx={ctx} view={view} />
      </Panel>
      <Panel
        title="By model"
        description="What providers reported and what we estimated are never added up. Cost by the prices at the time."
        csv={href({})}
      >
        <ModelTable ctx={ctx} view={view} groupBy="model" />
      </Panel>
      <Panel title="By person" description="In whose name models were asked." csv={href({ groupBy: "user" })}>
        <ModelTable ctx={ctx} view={view} groupBy="user" />
      </Panel>
      {hasAgents ? (
        <Panel title="By agent" description="Who answers in the chat." csv={href({ groupBy: "agent" })}>
          <ModelTable ctx={ctx} view={view} groupBy="agent" />
        </Panel>
      ) : null}
    </div>
  );
}

export function ApprovalPanels({ ctx, view }: PanelsProps) {
  const path = "/api/metrics/approvals";
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel title="Funnel" description="What became of the requests made in this range." csv={csvHref(view, path)}>
        <Funnel ctx={ctx} view={view} />
      </Panel>
      <Panel
        title="Requests"
        description="By the time of the request, as they stand now."
        csv={csvHref(view, path, { bucket: view.bucket })}
      >
        <RequestSeries ctx={ctx} view={view} />
      </Panel>
    </div>
  );
}

export function SchedulePanels({ ctx, view }: PanelsProps) {
  const isFiltered = Object.values(view.filter).some((value) => value !== undefined);
  return (
    <div className="grid gap-4">
      {isFiltered ? <p className="text-sm text-muted">Firings are counted by schedule; the filters do not apply here.</p> : null}
      <Panel
        title="Firings"
        description="By the time at which they were due. Dry runs changed nothing and stand apart."
        csv={csvHref({ ...view, filter: {} }, "/api/metrics/schedules")}
      >
        <Firings ctx={ctx} view={view} />
      </Panel>
    </div>
  );
}
