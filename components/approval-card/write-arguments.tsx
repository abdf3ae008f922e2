import { Argument } from "#components/approval-card/argument-list.tsx";
import { Changes } from "#components/approval-card/changes.tsx";
import { lineDiff } from "#components/approval-card/line-diff.ts";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CurrentFile } from "#lib/approvals/call-preview.ts";

/** A file as it would be, and what that changes. */
export function WriteArguments({ path, text, current }: { path: string; text: string; current: CurrentFile | null }) {
  return (
    <>
      <Argument name="File">
        <VisibleText text={path} className="font-semibold" />
        {current ? <span className="block text-sm text-muted">{currentWords(current)}</span> : null}
      </Argument>
      {current?.state === "text" ? <Changes lines={lineDiff(current.text, text)} /> : null}
      <Argument name="New content">
        <WholeText text={text} label="New content" />
      </Argument>
    </>
  );
}

function currentWords(current: CurrentFile): string {
  if (current.state === "none") return "There is no such file now; it would be made.";
  return current.state === "text" ? "It exists and would be replaced; the version before is kept." : `It exists. ${current.why}`;
}
