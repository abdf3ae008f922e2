import { X } from "lucide-react";
import Link from "next/link";
import { cx } from "#components/cx.ts";
import { fieldMinutes } from "#components/records/field-minutes.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { agentKey } from "#lib/agent-profiles/agent-filter.ts";
import type { FilterChoices } from "#lib/metrics/list-filter-choices.ts";
import { ENTRY_POINT_WORDS } from "../../tool-calls/_components/entry-point-words.ts";
import { AutoForm } from "./auto-form.tsx";
import { type MetricsView, PRESETS, viewHref } from "./view.ts";

const RANGES = [...(Object.keys(PRESETS) as (keyof typeof PRESETS)[]), "custom"] as const;
const RANGE_WORDS = { "24h": "24 h", "7d": "7 d", "30d": "30 d", custom: "Custom" };

/** Range and filters, always in sight; both are in the address, so a view can be sent to somebody. */
export function RangeBar({ view, choices }: { view: MetricsView; choices: FilterChoices }) {
  const { tool, userId, entryPoint } = view.filter;
  const agentId = agentKey(view.filter.agentId);
  const minutes = fieldMinutes(view);
  const isFiltered = tool !== undefined || userId !== undefined || agentId !== undefined || entryPoint !== undefined;
  return (
    <div className="sticky top-0 z-20 border-b bg-surface/95 px-4 py-2 backdrop-blur-xs sm:px-6">
      <AutoForm action="/metrics" className="flex max-w-6xl flex-wrap items-center gap-2">
        {view.tab === "tools" ? null : <input type="hidden" name="tab" value={view.tab} />}
        {view.range === "24h" ? null : <input type="hidden" name="range" value={view.range} />}
        <nav aria-label="Range" className="flex rounded-md bg-sunken p-0.5">
          {RANGES.map((range) => (
            <Link
              key={range}
              href={viewHref(view, { range })}
              aria-current={view.range === range ? "true" : undefined}
              className={cx(
                "touch inline-flex items-center justify-center rounded-sm px-2.5 py-1 text-sm font-medium",
                view.range === range ? "bg-raised text-ink shadow-raised" : "text-muted hover:text-ink",
              )}
            >
              {RANGE_WORDS[range]}
            </Link>
          ))}
        </nav>
        <Select
          name="tool"
          aria-label="Tool"
          defaultValue={tool ?? ""}
          key={`tool ${tool}`}
          className="w-auto! min-w-28 max-w-48 grow sm:grow-0"
        >
          <option value="">All tools</option>
          {[...new Set([...choices.tools, ...(tool ? [tool] : [])])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select
          name="userId"
          aria-label="Person"
          defaultValue={userId ?? ""}
          key={`user ${userId}`}
          className="w-auto! min-w-28 max-w-48 grow sm:grow-0"
        >
          <option value="">Everybody</option>
          {choices.people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        {choices.agents.length > 0 || agentId ? (
          <Select
            name="agentId"
            aria-label="Agent"
            defaultValue={agentId ?? ""}
            key={`agent ${agentId}`}
            className="w-auto! min-w-28 max-w-48 grow sm:grow-0"
          >
            <option value="">All agents</option>
            {choices.agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : null}
        <Select
          name="entryPoint"
          aria-label="Entry point"
          defaultValue={entryPoint ?? ""}
          key={`entry ${entryPoint}`}
          className="w-auto! min-w-28 max-w-48 grow sm:grow-0"
        >
          <option value="">All entry points</option>
          {Object.entries(ENTRY_POINT_WORDS).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </Select>
        {isFiltered ? (
          <Link
            href={viewHref(view, { filter: { tool: undefined, userId: undefined, agentId: undefined, entryPoint: undefined } })}
            className={buttonStyles({ variant: "quiet", size: "sm" })}
          >
            <X aria-hidden="true" />
            Clear
          </Link>
        ) : null}
        <noscript>
          <Button type="submit" size="sm">
            Apply
          </Button>
        </noscript>
        <span className="ms-auto text-sm text-muted">All times are UTC</span>
        {view.range === "custom" ? (
          <div className="flex w-full flex-wrap items-end gap-2">
            <Field label="From (UTC)">
              <Input type="datetime-local" name="from" defaultValue={minutes.from} key={`from ${view.from.getTime()}`} required />
            </Field>
            <Field label="To (UTC)">
              <Input type="datetime-local" name="to" defaultValue={minutes.to} key={`to ${view.to.getTime()}`} required />
            </Field>
            <Button type="submit" size="md">
              Show
            </Button>
          </div>
        ) : null}
      </AutoForm>
    </div>
  );
}
