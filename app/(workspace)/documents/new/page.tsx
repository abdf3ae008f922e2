import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { NewDocument } from "../_components/document-form.tsx";

export const metadata = { title: "New document" };

export default async function NewDocumentPage() {
  const actor = await pageActor();
  if (actor.role === "auditor") return <EmptyState level={1} title="An auditor makes no documents" />;
  return (
    <>
      <PageHeader
        title="New document"
        parent={{ label: "Documents", href: "/documents" }}
        description="Everybody in the organization reads it, and so do agents."
        className="shrink-0"
      />
      <PageBody>
        <NewDocument />
      </PageBody>
    </>
  );
}
