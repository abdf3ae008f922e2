import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { getDocument } from "#lib/documents/get-document.ts";
import { unlessMissing } from "#lib/errors.ts";
import { parseDocumentId } from "#lib/ids.ts";
import { EditDocument } from "../../_components/document-form.tsx";
import { NoDocument } from "../../_components/no-document.tsx";

export const metadata = { title: "Edit document" };

export default async function EditDocumentPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await pageActor();
  const place = (await params).id;
  const document = await unlessMissing(async () => getDocument(actor, parseDocumentId(place)));
  if (!document) return <NoDocument />;
  const { id, title, text, version } = document;
  if (actor.role === "auditor") return <EmptyState level={1} title="An auditor changes no documents" />;
  return (
    <>
      <PageHeader
        title={
          <>
            Edit <VisibleText text={title} mode="prose" />
          </>
        }
        parent={{ label: "Document", href: `/documents/${id}` }}
        description="Saving makes a new version. When somebody else was faster nothing is saved, and you see both."
        className="shrink-0"
      />
      <PageBody>
        <EditDocument document={{ id, title, text, version }} />
      </PageBody>
    </>
  );
}
