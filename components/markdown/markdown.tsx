import { Fragment } from "react";
import { parseMarkdown } from "#components/markdown/parse-markdown.ts";
import { factsOf, renderBlock } from "#components/markdown/render-markdown.tsx";

/**
 * A finished text by a model or a person, as safe elements. Without state: in a server component it costs the browser nothing but the
 * elements; that is the way for stored messages. For a message that is being written there is StreamingMarkdown.
 */
export function Markdown({ text }: { text: string }) {
  const { children } = parseMarkdown(text);
  const facts = factsOf(children);
  return (
    <div className="markdown">
      {children.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text keep their places
        <Fragment key={index}>{renderBlock(block, facts)}</Fragment>
      ))}
    </div>
  );
}
