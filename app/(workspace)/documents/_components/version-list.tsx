import Link from "next/link";
import { cx } from "#components/cx.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { DocumentVersion } from "#lib/documents/get-version.ts";

/** Every version with who wrote it, when, and through which call. */
export function VersionList({ id, versions, shown }: { id: string; versions: readonly DocumentVersion[]; shown: number }) {
  return (
    <ol className="grid gap-px overflow-hidden rounded-md bg-surface text-sm hairline-ring">
      {versions.map(({ number, author, callId, restoredFrom, createdAt }) => (
        <li key={number} className={cx("grid gap-0.5 px-3 py-2", number === shown && "bg-accent-soft")}>
          <Link
            href={`/documents/${id}?version=${number}`}
            prefetch={false}
            aria-current={number === shown ? "true" : undefined}
            className="py-0.5 font-medium underline-offset-3 hover:underline"
          >
            Version {number}
          </Link>
          <p className="text-muted">
            <RelativeTime at={createdAt.toISOString()} />, <VisibleText text={author.name} mode="prose" />
            {callId ? (
              <>
                {" through an "}
                <Link href={`/tool-calls/${callId}`} prefetch={false} className="text-accent underline underline-offset-3">
                  agent’s call
                </Link>
              </>
            ) : null}
            {restoredFrom ? `; brought back version ${restoredFrom}` : null}
          </p>
        </li>
      ))}
    </ol>
  );
}
