import { Disclosure } from "#components/ui/disclosure.tsx";
import type { DocumentVersionDetail } from "#lib/documents/get-version.ts";
import { DRAWN_CHARS } from "./document-text.tsx";
import { shortenedDiff } from "./shortened-diff.ts";
import { VersionDiff } from "./version-diff.tsx";

/** What a version changed of the one before it, when both are short enough to compare. */
export function WhatChanged({ before, after, isOpen }: { before: DocumentVersionDetail; after: DocumentVersionDetail; isOpen: boolean }) {
  const isTooLong = Math.max(before.text.length, after.text.length) > DRAWN_CHARS;
  return (
    <Disclosure summary={`What version ${after.number} changed`} isOpenAtFirst={isOpen} className="min-w-0">
      {isTooLong ? (
        <p className="text-sm text-muted">The texts are too long to compare here.</p>
      ) : (
        <VersionDiff before={before} after={after} stretches={shortenedDiff(before.text, after.text)} />
      )}
    </Disclosure>
  );
}
