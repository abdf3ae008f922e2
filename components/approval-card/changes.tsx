import { Argument } from "#components/approval-card/argument-list.tsx";
import { changeWords } from "#components/approval-card/card-words.ts";
import { DiffLines } from "#components/approval-card/diff-lines.tsx";
import type { DiffLine } from "#components/approval-card/line-diff.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";

/** What a call would change of a text, line by line. */
export function Changes({ lines }: { lines: DiffLine[] }) {
  const added = lines.filter((line) => line.kind === "added").length;
  const removed = lines.filter((line) => line.kind === "removed").length;
  return (
    <Argument name="Changes">
      <Disclosure summary={changeWords(added, removed)} isOpenAtFirst={lines.length <= 60} className="rounded-md bg-sunken hairline-ring">
        <DiffLines lines={lines} className="max-h-80 overflow-auto" />
      </Disclosure>
    </Argument>
  );
}
