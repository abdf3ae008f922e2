import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";

export function NoDocument({ what = "document" }: { what?: "document" | "draft" | "version" }) {
  const isDraft = what === "draft";
  return (
    <EmptyState
      level={1}
      title={`There is no such ${what}`}
      actions={
        <Link href={isDraft ? "/documents/drafts" : "/documents"} className={buttonStyles()}>
          {isDraft ? "All drafts" : "All documents"}
        </Link>
      }
    >
      It may have been deleted, or belong to another organization.
    </EmptyState>
  );
}
