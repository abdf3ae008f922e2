import { Argument } from "#components/approval-card/argument-list.tsx";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ShownDraft } from "#lib/approvals/call-preview.ts";

/** The whole message, as it would leave the organization, and where to. */
export function DraftArguments({ draft }: { draft: ShownDraft | null }) {
  if (!draft) return <Callout tone="warning" title="There is no such draft: nothing would be sent" />;
  const { destination, text, isAsAsked } = draft;
  return (
    <>
      {isAsAsked ? null : (
        <Callout tone="warning" title="Nothing would be sent">
          The draft is not what was asked about any more: it was changed, has gone out, or its destination was removed. What stands below is
          how it is now.
        </Callout>
      )}
      <Argument name="To">
        <VisibleText text={destination} className="font-semibold" />
      </Argument>
      <Argument name="Message">
        <WholeText text={text} label="Message" />
      </Argument>
    </>
  );
}
