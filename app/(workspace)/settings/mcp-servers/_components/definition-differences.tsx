import { cx } from "#components/cx.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { Difference } from "#lib/mcp-servers/differences.ts";

/** What was approved and what is there now, at each place where they differ. */
export function DefinitionDifferences({ differences }: { differences: Difference[] }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="eyebrow">Changed since it was approved</p>
      <ul className="grid min-w-0 gap-2">
        {differences.map((difference) => (
          <li key={difference.path} className="min-w-0 overflow-hidden rounded-md bg-sunken hairline-ring">
            <p className="px-2 py-1 text-sm">
              <VisibleText text={difference.path === "" ? "The whole definition" : difference.path} />
            </p>
            {"before" in difference ? <Side kind="removed" value={difference.before} /> : null}
            {"after" in difference ? <Side kind="added" value={difference.after} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Side({ kind, value }: { kind: "added" | "removed"; value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <p className={cx("flex gap-2 px-2 py-1", kind === "added" ? "bg-succeeded-soft" : "bg-failed-soft")}>
      <span className="w-3 shrink-0 select-none font-mono text-muted" aria-hidden="true">
        {kind === "added" ? "+" : "−"}
      </span>
      <span className="sr-only">{kind === "added" ? "now: " : "before: "}</span>
      <VisibleText text={text} mode="code" className="min-w-0" />
    </p>
  );
}
