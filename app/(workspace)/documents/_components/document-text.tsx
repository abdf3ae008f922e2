import { Markdown } from "#components/markdown/markdown.tsx";
import { count } from "#components/words.ts";

/** What is drawn on a page; a longer text would keep the server busy, and nobody reads it there. */
export const DRAWN_CHARS = 200_000;

/** A text drawn as Markdown, or its beginning with a word on how much there is. */
export function DocumentText({ text }: { text: string }) {
  const isCut = text.length > DRAWN_CHARS;
  return (
    <div className="min-w-0 rounded-md bg-surface px-5 py-4 hairline-ring">
      {text.trim() === "" ? <p className="text-muted">It has no text.</p> : <Markdown text={text.slice(0, DRAWN_CHARS).toWellFormed()} />}
      {isCut ? (
        <p className="mt-4 border-t border-line pt-3 text-sm text-muted">
          These are the first {count(DRAWN_CHARS)} of {count(text.length)} characters. The API has them all.
        </p>
      ) : null}
    </div>
  );
}
