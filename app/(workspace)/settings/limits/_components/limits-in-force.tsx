import { count } from "#components/words.ts";
import type { Limits } from "#lib/limits/limits.ts";
import { usdWords } from "#lib/prices/usd.ts";
import { LIMIT_GROUPS, type LimitField, shownLimit } from "./limit-fields.ts";

/** The limits, to read. */
export function LimitsInForce({ limits }: { limits: Limits }) {
  return LIMIT_GROUPS.map(({ title, fields }) => (
    <div key={title} className="grid gap-1">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid max-w-md gap-1">
        {fields.map((field) => {
          const shown = shownLimit(limits, field);
          return (
            <div key={field.name} className="flex justify-between gap-4">
              <dt className="text-muted">{field.label}</dt>
              <dd className="tabular-nums">{shown === "" ? "no limit" : amount(Number(shown), field)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  ));
}

function amount(value: number, { isMoney }: LimitField): string {
  return isMoney ? usdWords(value) : count(value);
}
