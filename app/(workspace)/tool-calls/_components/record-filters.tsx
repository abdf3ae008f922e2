import { X } from "lucide-react";
import Link from "next/link";
import { fieldMinutes } from "#components/records/field-minutes.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { agentKey } from "#lib/agent-profiles/agent-filter.ts";
import type { FilterChoices } from "#lib/metrics/list-filter-choices.ts";
import { ENTRY_POINT_WORDS } from "./entry-point-words.ts";
import { KIND_WORDS } from "./kind-words.ts";
import { type RecordAddress, recordHref } from "./record-address.ts";

const STATUS_WORDS = {
  settled: "Settled, all",
  succeeded: "Done",
  failed: "Failed",
  "not-run": "Did not run, all",
  refused: "Refused",
  denied: "Denied",
  expired: "Nobody answered",
  cancelled: "Stopped",
  unknown: "Unknown",
  open: "Open, all",
  "awaiting-approval": "Waiting for an approver",
  executing: "Running",
};

/** A plain form that writes the address: it works without script, and a filtered list can be sent to somebody. */
export function RecordFilters({ address, choices }: { address: RecordAddress; choices: FilterChoices }) {
  const { filter } = address;
  const active = Object.values(filter).filter((value) => value !== undefined).length;
  const range = fieldMinutes(filter);
  return (
    <Disclosure
      summary={active > 0 ? `Filters (${active})` : "Filters"}
      isOpenAtFirst={active > 0}
      className="rounded-lg bg-raised px-2 py-1 hairline-ring"
    >
      <form action="/tool-calls" className="field-grid pt-1" key={recordHref(address)}>
        {(["chatId", "runId", "model", "approval"] as const).map((name) =>
          filter[name] === undefined ? null : <input key={name} type="hidden" name={name} value={filter[name]} />,
        )}
        <Choice label="Tool" name="tool" value={filter.tool} options={choices.tools.map((tool) => [tool, tool])} />
        <Choice label="Outcome" name="status" value={filter.status} options={Object.entries(STATUS_WORDS)} />
        <Choice label="Why it did not run" name="kind" value={filter.kind} options={Object.entries(KIND_WORDS)} />
        <Choice label="Person" name="userId" value={filter.userId} options={choices.people.map(({ id, name }) => [id, name])} />
        {choices.agents.length > 0 || filter.agentId ? (
          <Choice
            label="Agent"
            name="agentId"
            value={agentKey(filter.agentId)}
            options={choices.agents.map(({ id, name }) => [id, name])}
          />
        ) : null}
        <Choice label="Entry point" name="entryPoint" value={filter.entryPoint} options={Object.entries(ENTRY_POINT_WORDS)} />
        <Field label="From (UTC)">
          <Input type="datetime-local" name="from" defaultValue={range.from} />
        </Field>
        <Field label="To (UTC)">
          <Input type="datetime-local" name="to" defaultValue={range.to} />
        </Field>
        <div className="flex items-end gap-2">
          <Button type="submit">Filter</Button>
          {active > 0 ? (
            <Link href="/tool-calls" className={buttonStyles({ variant: "quiet" })}>
              Clear
            </Link>
          ) : null}
        </div>
        <Pinned address={address} />
      </form>
    </Disclosure>
  );
}

function Choice({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: string;
  value: string | undefined;
  options: [value: string, word: string][];
}) {
  const isListed = value === undefined || options.some(([option]) => option === value);
  return (
    <Field label={label}>
      <Select name={name} defaultValue={value ?? ""}>
        <option value="">All</option>
        {isListed ? null : <option value={value}>{value}</option>}
        {options.map(([option, word]) => (
          <option key={option} value={option}>
            {word}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Filters that only links set, each with a way out. */
function Pinned({ address }: { address: RecordAddress }) {
  const { chatId, runId, model, approval } = address.filter;
  const pins = [
    { name: "chatId", words: chatId && "One chat only" },
    { name: "runId", words: runId && "One run only" },
    { name: "model", words: model && `Model ${model}` },
    { name: "approval", words: approval && `Requests: ${approval}` },
  ].filter(({ words }) => words);
  if (pins.length === 0) return null;
  return (
    <p className="col-span-full flex flex-wrap gap-2 text-sm">
      {pins.map(({ name, words }) => (
        <Link key={name} href={recordHref(address, { [name]: undefined })} className={buttonStyles({ variant: "secondary", size: "sm" })}>
          {words}
          <X aria-hidden="true" />
          <span className="sr-only">Take this filter away</span>
        </Link>
      ))}
    </p>
  );
}
