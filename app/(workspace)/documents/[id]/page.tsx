import Link from "next/link";
import { PageBody } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { count } from "#components/words.ts";
import { mayManage } from "#lib/auth/may-manage.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { TenantContext } from "#lib/context.ts";
import { getDocument } from "#lib/documents/get-document.ts";
import { type DocumentVersionDetail, getVersion } from "#lib/documents/get-version.ts";
import { listVersions } from "#lib/documents/list-versions.ts";
import { unlessMissing } from "#lib/errors.ts";
import { type SearchParamsProps, searchParam } from "#lib/http/search-params.ts";
import { type DocumentId, parseDocumentId } from "#lib/ids.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { DocumentHead } from "../_components/document-head.tsx";
import { DocumentText } from "../_components/document-text.tsx";
import { NoDocument } from "../_components/no-document.tsx";
import { RestoreVersion } from "../_components/restore-version.tsx";
import { VersionList } from "../_components/version-list.tsx";
import { WhatChanged } from "../_components/what-changed.tsx";

export const metadata = { title: "Document" };

const LISTED = 30;

/** One document: its text, or that of an earlier version, what each version changed, and who wrote it. */
export default async function DocumentPage({ params, ...query }: SearchParamsProps & { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const { id: place } = await params;
  const document = await unlessMissing(async () => getDocument(actor, parseDocumentId(place)));
  if (!document) return <NoDocument />;
  const asked = Number((await searchParam(query, "version")) ?? document.number);
  const cursor = await searchParam(query, "versions");
  const [shown, before, { page: versions }] = await Promise.all([
    readVersion(actor, document.id, asked),
    readVersion(actor, document.id, asked - 1),
    readFrom(cursor, (from) => listVersions(actor, { id: document.id, limit: LISTED, cursor: from })),
  ]);
  if (!shown) return <NoDocument what="version" />;
  const isCurrent = shown.number === document.number;
  const mayWrite = actor.role !== "auditor";
  return (
    <>
      <DocumentHead document={document} mayWrite={mayWrite} mayDelete={mayManage(actor, document)} />
      <PageBody>
        {isCurrent ? null : (
          <Callout
            title={`Version ${shown.number} of ${document.number}`}
            actions={mayWrite ? <RestoreVersion id={document.id} number={shown.number} expectedVersion={document.version} /> : undefined}
          >
            <Link href={`/documents/${document.id}`} className="text-accent underline underline-offset-3">
              The version in force
            </Link>{" "}
            may say something else.
          </Callout>
        )}
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid min-w-0 content-start gap-4">
            {before ? <WhatChanged before={before} after={shown} isOpen={!isCurrent} /> : null}
            <DocumentText text={shown.text} />
          </div>
          <section aria-labelledby="versions" className="grid content-start gap-2">
            <h2 id="versions" className="font-semibold">
              {count(versions.total)} {versions.total === 1 ? "version" : "versions"}
            </h2>
            <VersionList id={document.id} versions={versions.items} shown={shown.number} />
            {versions.nextCursor ? (
              <Link
                href={`/documents/${document.id}?${new URLSearchParams({ versions: versions.nextCursor })}`}
                className={buttonStyles({ size: "sm" })}
              >
                Earlier versions
              </Link>
            ) : null}
          </section>
        </div>
      </PageBody>
    </>
  );
}

async function readVersion(actor: TenantContext, id: DocumentId, number: number): Promise<DocumentVersionDetail | null> {
  if (!Number.isInteger(number) || number < 1 || number > 2_147_483_647) return null;
  return unlessMissing(() => getVersion(actor, { id, number }));
}
