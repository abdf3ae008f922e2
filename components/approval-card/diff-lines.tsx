import type { DiffLine } from "#components/approval-card/line-diff.ts";
import { cx } from "#components/cx.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Lines of a comparison, each with its sign and its word. */
export function DiffLines({ lines, className }: { lines: readonly DiffLine[]; className?: string }) {
  return (
    <ol className={className} dir="ltr">
      {lines.map((line, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one comparison, drawn again as a whole
          key={index}
          className={cx("flex gap-2 px-2", line.kind === "added" && "bg-succeeded-soft", line.kind === "removed" && "bg-failed-soft")}
        >
          <span className="w-3 shrink-0 select-none font-mono text-muted">{{ same: " ", added: "+", removed: "−" }[line.kind]}</span>
          <span className="sr-only">{{ same: "", added: "added: ", removed: "removed: " }[line.kind]}</span>
          {line.text === "" ? <span>&nbsp;</span> : <VisibleText text={line.text} mode="code" />}
        </li>
      ))}
    </ol>
  );
}
