import Link from "next/link";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { DocumentItem as Document } from "#lib/documents/document-view.ts";

/** One document in the list: its title, and who wrote its newest version. */
export function DocumentItem({ document }: { document: Document }) {
  const { id, title, number, updatedBy, callId, updatedAt } = document;
  return (
    <li className="relative grid gap-0.5 px-4 py-3 hover:bg-hover">
      <Link href={`/documents/${id}`} className="font-medium wrap-anywhere after:absolute after:inset-0">
        <VisibleText text={title} mode="prose" />
      </Link>
      <p className="text-sm text-muted">
        <RelativeTime at={updatedAt.toISOString()} /> by {callId ? "an agent for " : ""}
        <VisibleText text={updatedBy.name} mode="prose" /> · version {number}
      </p>
    </li>
  );
}
