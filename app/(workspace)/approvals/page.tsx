import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { cx } from "#components/cx.ts";
import { PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { SearchParamsProps } from "#lib/http/search-params.ts";
import { KeyHelp } from "./_components/key-help.tsx";
import { queueHref, readQueueAddress } from "./_components/queue-address.ts";
import { QueueEmpty } from "./_components/queue-empty.tsx";
import { QueueFilters } from "./_components/queue-filters.tsx";
import { QueueList } from "./_components/queue-list.tsx";
import { QueuePages } from "./_components/queue-pages.tsx";
import { queueRow } from "./_components/queue-row.ts";
import { QueueTabs } from "./_components/queue-tabs.tsx";
import { readQueue } from "./_components/read-queue.ts";
import { RequestPane } from "./_components/request-pane.tsx";
import { StayCurrent } from "./_components/stay-current.tsx";

export const metadata = { title: "Approvals" };

/** What agents ask to do: the list, and beside it (instead of it on a phone) the request that the address names. */
export default async function ApprovalsPage({ searchParams }: SearchParamsProps) {
  const actor = await pageActor();
  const address = readQueueAddress(await searchParams);
  const { page, counts, tools, open } = await readQueue(actor, address);
  const { id, chat, tool, status, from, to } = address;
  const rows = page.items.map((approval) => queueRow(approval, queueHref(address, { id: approval.id })));
  const chatTitle = page.items.find((approval) => approval.chatId === chat)?.chatTitle ?? null;
  return (
    <>
      <StayCurrent />
      <PageHeader
        title="Approvals"
        description="What agents ask to do. Nothing of it happens before somebody answers."
        actions={
          <>
            {counts["needs-you"] > 1 ? (
              <Link href="/approvals/several" className={buttonStyles()}>
                Decide several
              </Link>
            ) : null}
            <KeyHelp />
          </>
        }
        className="shrink-0"
      >
        <QueueTabs address={address} counts={counts} />
      </PageHeader>
      <div className="grid grow content-start lg:min-h-0 lg:grid-cols-[22rem_minmax(0,1fr)] lg:content-stretch xl:grid-cols-[26rem_minmax(0,1fr)]">
        <section aria-label="List" className={cx("min-w-0 lg:overflow-y-auto lg:border-e", id && "hidden lg:block")}>
          <QueueFilters address={address} tools={tools} chatTitle={chatTitle} />
          {rows.length > 0 ? <QueueList rows={rows} openId={id ?? null} /> : null}
          {rows.length === 0 ? <QueueEmpty tab={address.tab} isFiltered={Boolean(chat || tool || status || from || to)} /> : null}
          <QueuePages address={address} shown={rows.length} total={page.total} nextCursor={page.nextCursor} />
        </section>
        <section aria-label="Request" className={cx("min-w-0 px-4 py-4 sm:px-6 lg:overflow-y-auto", !id && "hidden lg:block")}>
          <Link href={queueHref(address, { id: undefined })} className="touch mb-3 inline-flex items-center gap-1.5 text-accent lg:hidden">
            <ArrowLeft className="size-4" aria-hidden="true" />
            All requests
          </Link>
          {open ? <RequestPane key={open.id} approval={open} /> : null}
          {id && !open ? (
            <EmptyState title="There is no such request">It may belong to another organization, or its chat was removed.</EmptyState>
          ) : null}
          {id ? null : <EmptyState title="No request is open">Choose one from the list.</EmptyState>}
        </section>
      </div>
    </>
  );
}
