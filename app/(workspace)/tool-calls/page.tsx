import { Download, ListChecks } from "lucide-react";
import Link from "next/link";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { count, words } from "#components/words.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { TenantContext } from "#lib/context.ts";
import type { SearchParamsProps } from "#lib/http/search-params.ts";
import { listFilterChoices } from "#lib/metrics/list-filter-choices.ts";
import { listToolCalls } from "#lib/tool-calls/list-tool-calls.ts";
import { pageHref, type RecordAddress, readRecordAddress, recordCsvHref, recordHref } from "./_components/record-address.ts";
import { RecordFilters } from "./_components/record-filters.tsx";
import { RecordTable } from "./_components/record-table.tsx";

export const metadata = { title: "Tool calls" };

const LIMIT = 50;

/** The record of every call, refused ones too: where every figure leads. */
export default async function ToolCallsPage({ searchParams }: SearchParamsProps) {
  const actor = await pageActor();
  const address = readRecordAddress(await searchParams);
  const [page, choices] = await Promise.all([readPage(actor, address), listFilterChoices(actor)]);
  const isFiltered = Object.keys(address.filter).length > 0;
  return (
    <>
      <PageHeader
        title="Tool calls"
        parent={{ label: "Metrics", href: "/metrics" }}
        actions={
          <a href={recordCsvHref(address)} download className={buttonStyles()}>
            <Download aria-hidden="true" />
            CSV
          </a>
        }
        description={`${count(page.total)} ${page.total === 1 ? "call" : "calls"}${isFiltered ? " under these filters" : ", refused ones too"}.`}
      />
      <PageBody className="gap-4">
        <RecordFilters address={address} choices={choices} />
        {page.hidden > 0 ? (
          <Callout title={`${count(page.hidden)} more in private chats`}>
            Figures count them; their contents belong to those who wrote them.
          </Callout>
        ) : null}
        {page.items.length > 0 ? (
          <RecordTable calls={page.items} />
        ) : (
          <EmptyState icon={<ListChecks />} title={isFiltered ? "No call under these filters" : "No agent has called a tool yet"}>
            {isFiltered ? "Take a filter away, or choose more time." : "Every call will stand here, also those that were refused."}
          </EmptyState>
        )}
        <Pages address={address} shown={page.items.length} total={page.total} nextCursor={page.nextCursor} />
      </PageBody>
    </>
  );
}

/** A cursor of another organization or another list, as in a link that somebody sent, begins at the beginning. */
async function readPage(actor: TenantContext, address: RecordAddress) {
  const { filter, cursor } = address;
  try {
    return await listToolCalls(actor, { ...filter, cursor, limit: LIMIT });
  } catch (error) {
    if (cursor === undefined) throw error;
    return listToolCalls(actor, { ...filter, limit: LIMIT });
  }
}

/** New calls come while one reads, so there is a way on and a way to the beginning, and none that would lie. */
function Pages({ address, shown, total, nextCursor }: { address: RecordAddress; shown: number; total: number; nextCursor: string | null }) {
  if (!nextCursor && !address.cursor) return null;
  const { at } = address;
  const look = buttonStyles({ size: "sm" });
  return (
    <nav aria-label={words.pages} className="flex flex-wrap items-center justify-between gap-3">
      <p className="font-mono text-sm text-muted tabular-nums">{words.range(at, at + shown - 1, total)}</p>
      <span className="flex gap-2">
        {address.cursor ? (
          <Link href={recordHref(address)} className={look}>
            First page
          </Link>
        ) : null}
        {nextCursor ? (
          <Link href={pageHref(address, { cursor: nextCursor, at: at + shown })} className={look}>
            Next page
          </Link>
        ) : null}
      </span>
    </nav>
  );
}
