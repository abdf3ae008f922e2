import { FileText, Plus } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { PageBody } from "#components/shell/page-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Input } from "#components/ui/input.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { count } from "#components/words.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import { listDocuments } from "#lib/documents/list-documents.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { DocumentItem } from "./_components/document-item.tsx";
import { DocumentsHeader } from "./_components/documents-header.tsx";

export const metadata = { title: "Documents" };

const PAGE = 50;

/** Every document, by words of its title or text. The address holds what is looked for. */
export default async function DocumentsPage(props: SearchParamsProps) {
  const actor = await pageActor();
  const q = (await searchParam(props, "q"))?.slice(0, 200) ?? "";
  const list = (from: string | undefined) => listDocuments(actor, { q, cursor: from, limit: PAGE });
  const { page, cursor } = await readFrom(await searchParam(props, "cursor"), list);
  const { items, nextCursor, total } = page;
  const from = cursor ? Number((await searchParam(props, "from")) ?? 1) || 1 : 1;
  const mayWrite = actor.role !== "auditor";
  const nextHref = nextCursor
    ? `/documents?${new URLSearchParams({ ...(q && { q }), cursor: nextCursor, from: String(from + items.length) })}`
    : null;
  return (
    <>
      <DocumentsHeader current="/documents" actions={mayWrite ? <NewDocumentLink /> : null} />
      <PageBody>
        <search>
          <Form action="/documents" className="flex max-w-xl gap-2">
            <Input
              key={q}
              name="q"
              type="search"
              aria-label="Words of a title or text"
              placeholder="Words of a title or text"
              defaultValue={q}
              maxLength={200}
            />
            <Button type="submit">Search</Button>
          </Form>
        </search>
        {items.length === 0 ? (
          <Empty q={q} mayWrite={mayWrite} />
        ) : (
          <>
            {q ? (
              <p role="status" className="text-sm text-muted">
                {count(total)} {total === 1 ? "document" : "documents"} with these words
              </p>
            ) : null}
            <ul className="overflow-hidden rounded-md bg-surface hairline-ring [&>li+li]:border-t">
              {items.map((document) => (
                <DocumentItem key={document.id} document={document} />
              ))}
            </ul>
          </>
        )}
        {total > PAGE ? (
          <Pagination
            from={from}
            to={from + items.length - 1}
            total={total}
            previousHref={cursor ? `/documents${q ? `?${new URLSearchParams({ q })}` : ""}` : null}
            nextHref={nextHref}
          />
        ) : null}
      </PageBody>
    </>
  );
}

function NewDocumentLink() {
  return (
    <Link href="/documents/new" className={buttonStyles({ variant: "primary" })}>
      <Plus aria-hidden="true" />
      New document
    </Link>
  );
}

function Empty({ q, mayWrite }: { q: string; mayWrite: boolean }) {
  if (q) {
    return (
      <EmptyState icon={<FileText />} title="No document has these words">
        Titles and the texts of today are looked through; part of a word is enough.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<FileText />} title="There are no documents yet" actions={mayWrite ? <NewDocumentLink /> : null}>
      Agents make them when they are asked to (“Create a document…”), and so can people. Every version is kept.
    </EmptyState>
  );
}
