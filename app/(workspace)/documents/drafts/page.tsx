import { Send } from "lucide-react";
import { RefreshOn } from "#components/live/refresh-on.tsx";
import { PageBody } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listDrafts } from "#lib/drafts/list-drafts.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { DocumentsHeader } from "../_components/documents-header.tsx";
import { DraftItem } from "../_components/draft-item.tsx";

export const metadata = { title: "Drafts" };

const PAGE = 50;

/** Messages that agents have prepared, and what became of them. */
export default async function DraftsPage(props: SearchParamsProps) {
  const actor = await pageActor();
  const list = (from: string | undefined) => listDrafts(actor, { cursor: from, limit: PAGE });
  const { page, cursor } = await readFrom(await searchParam(props, "cursor"), list);
  const { items, nextCursor, total } = page;
  const from = cursor ? Number((await searchParam(props, "from")) ?? 1) || 1 : 1;
  return (
    <>
      <RefreshOn events={["run-end", "approval-changed"]} />
      <DocumentsHeader current="/documents/drafts" />
      <PageBody>
        {items.length === 0 ? (
          <EmptyState icon={<Send />} title="There are no drafts yet">
            Agents prepare messages to somebody outside when they are asked to. Each is sent only when somebody other than who asked for it
            agrees, to a destination that an owner or admin has set up.
          </EmptyState>
        ) : (
          <ul className="overflow-hidden rounded-md bg-surface hairline-ring [&>li+li]:border-t">
            {items.map((draft) => (
              <DraftItem key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
        {total > PAGE ? (
          <Pagination
            from={from}
            to={from + items.length - 1}
            total={total}
            previousHref={cursor ? "/documents/drafts" : null}
            nextHref={
              nextCursor ? `/documents/drafts?${new URLSearchParams({ cursor: nextCursor, from: String(from + items.length) })}` : null
            }
          />
        ) : null}
      </PageBody>
    </>
  );
}
