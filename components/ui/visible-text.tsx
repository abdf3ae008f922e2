import { cx } from "#components/cx.ts";
import { countHidden, toSegments, type VisibleTextMode } from "#components/text/visible-text.ts";
import { Segments } from "#components/ui/segments.tsx";
import { words } from "#components/words.ts";

/**
 * A text from outside in which nothing can hide: what would be invisible, reordered or mistaken is written out (`\u{202E}`), long runs of
 * white space are folded with their count, and copying gives what is shown. `exact` (commands, paths, arguments) is set left to right in
 * the mono face; prose takes its own direction. Nothing is cut.
 */
export function VisibleText({
  text,
  mode = "exact",
  withNotice = false,
  className,
}: {
  text: string;
  mode?: VisibleTextMode;
  /** Adds a line that says how many characters were written out, for cards on which something is decided. */
  withNotice?: boolean;
  className?: string;
}) {
  const segments = toSegments(text, mode);
  const hidden = withNotice ? countHidden(segments) : 0;
  const isProse = mode === "prose";
  return (
    <>
      <span
        dir={isProse ? "auto" : "ltr"}
        className={cx("whitespace-pre-wrap wrap-anywhere", !isProse && "text-left font-mono text-[0.93em]", className)}
      >
        {text === "" ? <i className="text-muted">{words.empty}</i> : <Segments segments={segments} />}
      </span>
      {hidden > 0 ? <span className="mt-1 block text-sm font-medium text-waiting">{words.hidden(hidden)}.</span> : null}
    </>
  );
}
