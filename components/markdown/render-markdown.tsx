import { ExternalLink, Image as ImageIcon } from "lucide-react";
import type { Definition, List, Nodes, Parents, PhrasingContent, Root, RootContent, Table } from "mdast";
import { Fragment, type ReactNode } from "react";
import { safeLink, saysItsTarget } from "#components/markdown/safe-link.ts";
import { directionOf } from "#components/markdown/text-direction.ts";
import { escapeVisible, toSegments } from "#components/text/visible-text.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { words } from "#components/words.ts";

/** What rendering a block needs to know of the message around it. */
export interface MarkdownFacts {
  definitions: Map<string, Definition>;
  /** Names of definitions that links of the same text use. The others are text like any other. */
  used: Set<string>;
  /** Heading depths that occur, in order: they become consecutive levels, so that a page's outline has no holes. */
  headingDepths: number[];
}

const FIRST_HEADING_LEVEL = 2;

export function factsOf(blocks: RootContent[]): MarkdownFacts {
  const definitions = new Map<string, Definition>();
  const used = new Set<string>();
  const depths = new Set<number>();
  const visit = (node: Nodes): void => {
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if (node.type === "linkReference" || node.type === "imageReference") used.add(node.identifier);
    if (node.type === "heading") depths.add(node.depth);
    if ("children" in node) for (const child of node.children) visit(child);
  };
  for (const block of blocks) visit(block);
  return { definitions, used, headingDepths: [...depths].sort() };
}

/**
 * One block as React elements, and nothing else: only the elements below exist, no attribute comes from the text but the address of a link
 * that {@link safeLink} allows. HTML is text, images are links, what would be invisible is written out.
 */
export function renderBlock(node: RootContent, facts: MarkdownFacts): ReactNode {
  switch (node.type) {
    case "paragraph":
      return <p dir="auto">{inline(node, facts)}</p>;
    case "heading": {
      const Heading = `h${Math.min(6, FIRST_HEADING_LEVEL + Math.max(0, facts.headingDepths.indexOf(node.depth)))}` as "h2";
      return (
        <Heading dir="auto" data-depth={node.depth}>
          {inline(node, facts)}
        </Heading>
      );
    }
    case "code":
      return (
        <CodeBlock code={node.value} language={escapeVisible(node.lang ?? "", "prose")} info={escapeVisible(node.meta ?? "", "prose")} />
      );
    case "blockquote":
      return <blockquote dir={directionOf(node)}>{blocks(node, facts)}</blockquote>;
    case "list":
      return list(node, facts);
    case "table":
      return table(node, facts);
    case "thematicBreak":
      return <hr />;
    case "html":
      return (
        <p dir="auto" className="whitespace-pre-wrap">
          <Text value={node.value} />
        </p>
      );
    case "definition":
      // Of a list of sources that nothing refers to, and of a line that is to be hidden in this way, a reader sees what stands there.
      return facts.used.has(node.identifier) && facts.definitions.get(node.identifier) === node ? null : definition(node);
    default:
      return renderInline(node as PhrasingContent, facts);
  }
}

function blocks(node: Parents | Root, facts: MarkdownFacts): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text keep their places
  return node.children.map((child, index) => <Fragment key={index}>{renderBlock(child as RootContent, facts)}</Fragment>);
}

function list(node: List, facts: MarkdownFacts): ReactNode {
  const items = node.children.map((item, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: items of a text keep their places
      key={index}
      dir="auto"
      className={typeof item.checked === "boolean" ? "list-none" : undefined}
    >
      {typeof item.checked === "boolean" ? (
        <input type="checkbox" checked={item.checked} disabled readOnly aria-label={item.checked ? "done" : "open"} />
      ) : null}
      {item.children.map((child, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks of an item keep their places
        <Fragment key={at}>
          {child.type === "paragraph" && !(node.spread || item.spread) ? inline(child, facts) : renderBlock(child, facts)}
        </Fragment>
      ))}
    </li>
  ));
  return node.ordered ? (
    <ol dir={directionOf(node)} start={node.start ?? 1}>
      {items}
    </ol>
  ) : (
    <ul dir={directionOf(node)}>{items}</ul>
  );
}

const ALIGN = { left: "text-left", right: "text-right", center: "text-center" };

function table(node: Table, facts: MarkdownFacts): ReactNode {
  const [head, ...body] = node.children;
  const row = (cells: Table["children"][number], Cell: "th" | "td") =>
    cells.children.map((cell, column) => {
      const align = node.align?.[column];
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a row keep their places
        <Cell key={column} dir="auto" className={align ? ALIGN[align] : "text-start"}>
          {inline(cell, facts)}
        </Cell>
      );
    });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse
    <div dir={directionOf(node)} tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>{head ? row(head, "th") : null}</tr>
        </thead>
        <tbody>
          {body.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a text keep their places
            <tr key={index}>{row(cells, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(node: { children: PhrasingContent[] }, facts: MarkdownFacts): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text keep their places
  return node.children.map((child, index) => <Fragment key={index}>{renderInline(child, facts)}</Fragment>);
}

function renderInline(node: PhrasingContent, facts: MarkdownFacts): ReactNode {
  switch (node.type) {
    case "text":
      return <Text value={node.value} />;
    case "strong":
      return <strong>{inline(node, facts)}</strong>;
    case "emphasis":
      return <em>{inline(node, facts)}</em>;
    case "delete":
      return <del>{inline(node, facts)}</del>;
    case "inlineCode":
      return (
        <code dir="ltr">
          <Segments segments={toSegments(node.value, "code")} />
        </code>
      );
    case "break":
      return <br />;
    case "html":
      // The one tag that models write for want of anything else, in table cells.
      return /^<br\s*\/?>$/i.test(node.value) ? <br /> : <Text value={node.value} />;
    case "link":
      return link(node.url, inline(node, facts), textOf(node));
    case "linkReference": {
      const definition = facts.definitions.get(node.identifier);
      const children = inline(node, facts);
      if (definition) return link(definition.url, children, textOf(node));
      return (
        <>
          [{children}]
          {node.referenceType === "full" ? `[${node.label ?? node.identifier}]` : node.referenceType === "collapsed" ? "[]" : ""}
        </>
      );
    }
    case "image":
      return image(node.url, node.alt ?? "");
    case "imageReference":
      return image(facts.definitions.get(node.identifier)?.url ?? "", node.alt ?? "");
    default:
      return null;
  }
}

function Text({ value }: { value: string }): ReactNode {
  return <Segments segments={toSegments(value, "prose")} />;
}

function link(target: string, children: ReactNode, text: string): ReactNode {
  const safe = safeLink(target);
  if (!safe) return children;
  return (
    <a href={safe.href} title={safe.href} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">
      {children}
      {saysItsTarget(text, safe) ? null : (
        <bdi dir="ltr" className="text-[0.87em] text-muted">
          {" "}
          ({safe.host})
        </bdi>
      )}
      <ExternalLink className="ms-0.5 inline size-[0.8em] align-baseline" aria-label={words.opensNewTab} role="img" />
    </a>
  );
}

function definition({ label, identifier, url, title }: Definition): ReactNode {
  return (
    <p dir="auto">
      [<Text value={label ?? identifier} />
      ]: {link(url, <Text value={url} />, url)}
      {title ? <Text value={` "${title}"`} /> : null}
    </p>
  );
}

/** Never loaded by itself: its request would tell the author who reads, and when. */
function image(target: string, alt: string): ReactNode {
  const label = (
    <>
      <ImageIcon className="me-1 inline size-[1em] align-[-0.125em]" aria-hidden="true" />
      {words.image}
      {alt ? (
        <>
          : <Text value={alt} />
        </>
      ) : null}
    </>
  );
  return link(target, label, "");
}

function textOf(node: Nodes): string {
  if ("value" in node) return node.value;
  if ("children" in node) return node.children.map(textOf).join("");
  return "";
}
