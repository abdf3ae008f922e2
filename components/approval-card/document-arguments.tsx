import { Argument } from "#components/approval-card/argument-list.tsx";
import { Changes } from "#components/approval-card/changes.tsx";
import { lineDiff } from "#components/approval-card/line-diff.ts";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ShownDocument } from "#lib/approvals/call-preview.ts";

interface DocumentArgumentsProps {
  document: ShownDocument | null;
  title: string | undefined;
  text: string | undefined;
}

/** A document as it would be, and what that changes. */
export function DocumentArguments({ document, title, text }: DocumentArgumentsProps) {
  return (
    <>
      {document?.isAsAsked ? null : (
        <Callout tone="warning" title="Nothing would be written">
          {document ? "Somebody has changed the document since the agent read it." : "There is no such document."}
        </Callout>
      )}
      {document ? (
        <Argument name="Document">
          <VisibleText text={document.title} className="font-semibold" />
        </Argument>
      ) : null}
      {title ? (
        <Argument name="New title">
          <VisibleText text={title} />
        </Argument>
      ) : null}
      {text !== undefined && document && document.text !== null ? <Changes lines={lineDiff(document.text, text)} /> : null}
      {text === undefined ? null : (
        <Argument name="New text">
          <WholeText text={text} label="New text" />
        </Argument>
      )}
    </>
  );
}
