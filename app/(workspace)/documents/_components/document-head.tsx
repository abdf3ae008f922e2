import { Pencil } from "lucide-react";
import Link from "next/link";
import { PageHeader } from "#components/shell/page-header.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { DocumentDetail } from "#lib/documents/document-view.ts";
import { DeleteButton } from "./delete-button.tsx";

/** What a document is called, who wrote its newest version, and what the reader may do with it. */
export function DocumentHead({ document, mayWrite, mayDelete }: { document: DocumentDetail; mayWrite: boolean; mayDelete: boolean }) {
  const { id, title, number, updatedAt, updatedBy, callId } = document;
  return (
    <PageHeader
      title={<VisibleText text={title} mode="prose" />}
      parent={{ label: "Documents", href: "/documents" }}
      description={
        <>
          Version {number}, <RelativeTime at={updatedAt.toISOString()} /> by {callId ? "an agent for " : ""}
          <VisibleText text={updatedBy.name} mode="prose" />
        </>
      }
      className="shrink-0"
      actions={
        <>
          {mayWrite ? (
            <Link href={`/documents/${id}/edit`} className={buttonStyles({ size: "sm" })}>
              <Pencil aria-hidden="true" />
              Edit
            </Link>
          ) : null}
          {mayDelete ? <DeleteButton path={`/api/documents/${id}`} page={`/documents/${id}`} list="/documents" what={title} /> : null}
        </>
      }
    />
  );
}
