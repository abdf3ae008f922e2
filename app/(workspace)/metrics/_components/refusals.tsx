import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { TenantContext } from "#lib/context.ts";
import { getRefusalMetrics } from "#lib/metrics/get-refusal-metrics.ts";
import type { ToolCallKind } from "#lib/runs/states.ts";
import { KIND_WORDS } from "../../tool-calls/_components/kind-words.ts";
import { CountLink } from "./figure.tsx";
import { MoreInFile, NoFigures } from "./panel.tsx";
import { ShareBar } from "./spread.tsx";
import { callsBehind, type MetricsView } from "./view.ts";

const COLORS: Record<ToolCallKind, string> = {
  invalid_call: "refused",
  gate_denied: "refused",
  quota_exceeded: "refused",
  approval_denied: "refused",
  approval_expired: "expired",
  approval_unavailable: "unknown",
  run_cancelled: "cancelled",
  dry_run: "accent",
};

const SHOWN = 12;

/** What did not run, and why. */
export async function Refusals({ ctx, view }: { ctx: TenantContext; view: MetricsView }) {
  const { items } = await getRefusalMetrics(ctx, { ...view.filter, from: view.from, to: view.to });
  if (items.length === 0) return <NoFigures>Nothing was refused or stopped in this range.</NoFigures>;
  const most = Math.max(...items.map(({ calls }) => calls));
  return (
    <>
      <Table caption="Calls that did not run, by reason and tool" className="[&_td]:align-middle">
        <thead>
          <tr>
            <Th>Reason</Th>
            <Th>Tool</Th>
            <Th isNumeric>Calls</Th>
            <Th className="hidden w-1/3 sm:table-cell">
              <span className="sr-only">Drawn</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, SHOWN).map(({ kind, tool, calls }) => (
            <tr key={`${kind} ${tool}`}>
              <Td>{KIND_WORDS[kind]}</Td>
              <Td>
                <VisibleText text={tool} />
              </Td>
              <Td isNumeric>
                <CountLink value={calls} href={callsBehind(view, { kind, tool })} label={`calls of ${tool}: ${KIND_WORDS[kind]}`} />
              </Td>
              <Td className="hidden sm:table-cell">
                <ShareBar share={calls / most} color={COLORS[kind]} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <MoreInFile shown={SHOWN} total={items.length} />
    </>
  );
}
