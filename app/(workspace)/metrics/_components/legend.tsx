import type { ReactNode } from "react";
import { OutcomeIcon, outcomeStyles } from "#components/outcome/outcome-styles.tsx";
import { FillPattern } from "./fill-pattern.tsx";
import type { Part } from "./outcomes.ts";

/** What the parts of a stacked chart are: pattern, icon, word and number, the same for all charts of the page. */
export function Legend({ parts, values }: { parts: readonly Part[]; values: (part: Part) => ReactNode }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm">
      {parts.map((part) => (
        <li key={part.key} className="flex items-center gap-1.5">
          <Swatch part={part} />
          {part.role === "accent" ? null : (
            <span className={outcomeStyles[part.role].ink}>
              <OutcomeIcon role={part.role === "running" || part.role === "waiting" ? "waiting" : part.role} />
            </span>
          )}
          <span className="text-muted">{part.word}</span>
          <span className="font-mono tabular-nums">{values(part)}</span>
        </li>
      ))}
    </ul>
  );
}

function Swatch({ part }: { part: Part }) {
  const id = `swatch-${part.key}-${part.fill}`;
  return (
    <svg className="size-3 shrink-0 rounded-xs" viewBox="0 0 12 12" aria-hidden="true">
      <defs>
        <FillPattern id={id} part={part} />
      </defs>
      <rect width="12" height="12" fill={`url(#${id})`} />
    </svg>
  );
}
