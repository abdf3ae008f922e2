import Link from "next/link";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { DraftItem as Draft } from "#lib/drafts/draft-view.ts";
import { DraftLinks } from "./draft-links.tsx";
import { DraftState } from "./draft-state.tsx";

/** One draft in the list: where it goes, how it stands, how it begins, and the way to the call, the chat and the request. */
export function DraftItem({ draft }: { draft: Draft }) {
  const { id, destination, excerpt, createdBy, updatedAt } = draft;
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link href={`/documents/drafts/${id}`} className="py-0.5 font-medium wrap-anywhere underline-offset-3 hover:underline">
          To <VisibleText text={destination.name} mode="prose" />
        </Link>
        <DraftState draft={draft} />
      </div>
      <p className="line-clamp-2 wrap-anywhere">
        <VisibleText text={excerpt} mode="prose" />
      </p>
      <div className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          <RelativeTime at={updatedAt.toISOString()} />, for <VisibleText text={createdBy.name} mode="prose" />
        </span>
        <DraftLinks draft={draft} />
      </div>
    </li>
  );
}
