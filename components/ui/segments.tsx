import type { HiddenKind, Segment } from "#components/text/visible-text.ts";

const NAMES: Record<HiddenKind, string> = {
  control: "control character",
  bidi: "changes the direction of the text",
  invisible: "invisible character",
  tag: "invisible tag character",
  space: "unusual space",
  confusable: "looks like another character",
  combining: "added mark",
  unassigned: "no character",
};

/** Segments as text: plain ones as they are, written-out ones in the warning colour with a frame. What is copied is what is shown. */
export function Segments({ segments }: { segments: Segment[] }) {
  return segments.map((segment, index) => {
    if (segment.kind === "text") return segment.text;
    const [shown, after] = segment.text.endsWith("\n") ? [segment.text.slice(0, -1), "\n"] : [segment.text, ""];
    return (
      <bdi
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, drawn again as a whole
        key={index}
        dir="ltr"
        title={
          segment.kind === "fold" ? undefined : segment.looksLike ? `${NAMES[segment.hidden]}: ${segment.looksLike}` : NAMES[segment.hidden]
        }
        className="rounded-xs bg-waiting-soft px-0.5 font-mono text-[0.92em] font-semibold text-waiting outline-1 -outline-offset-1 outline-waiting/40"
      >
        {shown}
        {after}
      </bdi>
    );
  });
}
