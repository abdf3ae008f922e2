import { Download, ScrollText } from "lucide-react";
import Link from "next/link";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count, words } from "#components/words.ts";
import { type AuditEntry, listAudit } from "#lib/audit/list-audit.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { TenantContext } from "#lib/context.ts";
import type { SearchParamsProps } from "#lib/http/search-params.ts";
import { type FilterChoices, listFilterChoices } from "#lib/metrics/list-filter-choices.ts";
import { type AuditAddress, auditCsvHref, auditFilter, auditHref, readAuditAddress } from "./_components/audit-address.ts";
import { ProveLog } from "./_components/prove-log.tsx";
import { SubjectLink } from "./_components/subject-link.tsx";

export const metadata = { title: "Audit log" };

const LIMIT = 50;

/** Who did what, to what, when: for those who answer for the organization. */
export default async function AuditPage({ searchParams }: SearchParamsProps) {
  const actor = await pageActor();
  if (actor.role === "member" || actor.role === "approver") {
    return (
      <EmptyState icon={<ScrollText />} level={1} title="The audit log is for owners, admins and auditors">
        What your own agents did stands under{" "}
        <Link href={`/tool-calls?userId=${actor.userId}`} className="text-accent underline underline-offset-3">
          tool calls
        </Link>
        .
      </EmptyState>
    );
  }
  const address = readAuditAddress(await searchParams);
  const [page, choices] = await Promise.all([readPage(actor, address), listFilterChoices(actor)]);
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <a href={auditCsvHref(address)} download className={buttonStyles()}>
            <Download aria-hidden="true" />
            CSV
          </a>
        }
        description={`${count(page.total)} ${page.total === 1 ? "entry" : "entries"}. They can be added to, never changed.`}
      />
      <PageBody className="gap-4">
        <ProveLog />
        <Filters address={address} choices={choices} />
        {page.items.length > 0 ? (
          <Entries entries={page.items} />
        ) : (
          <EmptyState icon={<ScrollText />} title="No entry under these filters" />
        )}
        <Pages address={address} shown={page.items.length} total={page.total} nextCursor={page.nextCursor} />
      </PageBody>
    </>
  );
}

/** A cursor that is not ours, as in a link that was cut, begins at the beginning. */
async function readPage(actor: TenantContext, address: AuditAddress) {
  const filter = auditFilter(address);
  try {
    return await listAudit(actor, { ...filter, cursor: address.cursor, limit: LIMIT });
  } catch (error) {
    if (address.cursor === undefined) throw error;
    return listAudit(actor, { ...filter, limit: LIMIT });
  }
}

function Filters({ address, choices }: { address: AuditAddress; choices: FilterChoices }) {
  const { action, actorId, subject, from, to } = address;
  const active = [action, actorId, subject, from, to].filter(Boolean).length;
  return (
    <Disclosure
      summary={active > 0 ? `Filters (${active})` : "Filters"}
      isOpenAtFirst={active > 0}
      className="rounded-lg bg-raised px-2 py-1 hairline-ring"
    >
      <form action="/audit" className="field-grid pt-1" key={auditHref(address)}>
        <Field label="Act" hint="Whole, or its beginning: tool-call-">
          <Input name="action" defaultValue={action} />
        </Field>
        <Field label="About" hint="Such as approval:<id>">
          <Input name="subject" defaultValue={subject} />
        </Field>
        <Field label="Person">
          <Select name="actorId" defaultValue={actorId ?? ""}>
            <option value="">Everybody</option>
            {choices.people.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="From (UTC)">
          <Input type="date" name="from" defaultValue={from} />
        </Field>
        <Field label="To (UTC)">
          <Input type="date" name="to" defaultValue={to} />
        </Field>
        <div className="flex items-end gap-2">
          <Button type="submit">Filter</Button>
          {active > 0 ? (
            <Link href="/audit" className={buttonStyles({ variant: "quiet" })}>
              Clear
            </Link>
          ) : null}
        </div>
      </form>
    </Disclosure>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  return (
    <Table caption="Audit log">
      <thead>
        <tr>
          <Th isNumeric>No.</Th>
          <Th>When</Th>
          <Th>Who</Th>
          <Th>Did</Th>
          <Th>To</Th>
          <Th>Facts</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.seq}>
            <Td isNumeric className="text-muted">
              {entry.seq}
            </Td>
            <Td className="whitespace-nowrap text-sm text-muted">
              <RelativeTime at={entry.at.toISOString()} />
            </Td>
            <Td className="min-w-36 max-w-48">
              {entry.actorId === null ? (
                <span className="text-muted">The product</span>
              ) : (
                <VisibleText text={entry.actorName ?? entry.actorId} mode="prose" />
              )}
            </Td>
            <Td className="whitespace-nowrap font-mono text-sm">{entry.action}</Td>
            <Td className="min-w-44">
              <SubjectLink subject={entry.subject} />
            </Td>
            <Td className="min-w-64 max-w-84">
              <Disclosure summary={<span className="text-sm text-muted">{summaryOf(entry.facts)}</span>}>
                <JsonView value={entry.facts} />
              </Disclosure>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The names of the facts: their values may be long, and open below. */
function summaryOf(facts: Record<string, unknown>): string {
  const names = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [name]));
  return names.length === 0 ? "None" : names.join(", ");
}

function Pages({ address, shown, total, nextCursor }: { address: AuditAddress; shown: number; total: number; nextCursor: string | null }) {
  if (!nextCursor && !address.cursor) return null;
  const at = address.cursor ? Number(address.at ?? 1) : 1;
  const look = buttonStyles({ size: "sm" });
  return (
    <nav aria-label={words.pages} className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-mono text-sm text-muted tabular-nums">{words.range(at, at + shown - 1, total)}</p>
      <span className="flex gap-2">
        {address.cursor ? (
          <Link href={auditHref(address)} className={look}>
            First page
          </Link>
        ) : null}
        {nextCursor ? (
          <Link href={auditHref(address, { cursor: nextCursor, at: String(at + shown) })} className={look}>
            Next page
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
