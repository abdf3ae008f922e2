import type { ReactNode } from "react";
import { cx } from "#components/cx.ts";
import { flatJson } from "#components/ui/flat-json.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { words } from "#components/words.ts";

const OPEN_LEVELS = 3;
const OPEN_ENTRIES = 30;
const MAX_LEVELS = 60;
const FOLD_STRING_ABOVE = 2000;
const SHOWN_OF_LONG = 200;
const PAGE = 100;

/**
 * A JSON value to read: keys and texts with everything hidden written out, objects and long lists to fold, long texts behind their size.
 * Nothing is cut without saying how much and giving the way to it. Left to right always. Works without script.
 */
export function JsonView({ value, className }: { value: unknown; className?: string }) {
  return (
    <div
      dir="ltr"
      className={cx("min-w-0 overflow-x-auto rounded-md bg-sunken px-3 py-2 text-left font-mono text-sm hairline-ring", className)}
    >
      <Value value={value} level={0} />
    </div>
  );
}

function Value({ label, value, level }: { label?: ReactNode; value: unknown; level: number }): ReactNode {
  if (typeof value === "object" && value !== null && level < MAX_LEVELS) return <Container label={label} value={value} level={level} />;
  // Deeper than anyone reads: the rest on one line, in full.
  const text = typeof value === "string" ? value : typeof value === "object" && value !== null ? flatJson(value) : null;
  if (text !== null) return <Text label={label} text={text} />;
  return (
    <>
      {label}
      <span className="text-[0.93em] text-running">{String(value)}</span>
    </>
  );
}

function Container({ label, value, level }: { label: ReactNode; value: object; level: number }): ReactNode {
  const entries = Object.entries(value);
  const isList = Array.isArray(value);
  const [opening, closing] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) {
    return (
      <>
        {label}
        <span className="text-muted">{opening + closing}</span>
      </>
    );
  }
  return (
    <details open={level < OPEN_LEVELS && entries.length <= OPEN_ENTRIES}>
      <summary className="list-none rounded-xs text-muted hover:text-ink">
        {label}
        {opening}
        <span className="[[open]>summary>&]:hidden">…{closing}</span>
        <span className="ps-2 font-sans text-xs">{isList ? words.items(entries.length) : words.fields(entries.length)}</span>
      </summary>
      <Entries entries={entries} isList={isList} level={level} />
      <span className="text-muted">{closing}</span>
    </details>
  );
}

function Entries({ entries, isList, level }: { entries: [string, unknown][]; isList: boolean; level: number }): ReactNode {
  const pages = Array.from({ length: Math.ceil(entries.length / PAGE) }, (_, page) => entries.slice(page * PAGE, (page + 1) * PAGE));
  return (
    <div className="border-s border-line ps-4">
      {pages.map((page, index) => {
        const list = <Page key={page[0]?.[0]} entries={page} isList={isList} level={level} />;
        if (index === 0) return list;
        const from = index * PAGE + 1;
        return (
          <details key={page[0]?.[0]}>
            <summary className="list-none font-sans text-xs font-medium text-accent underline">
              {words.range(from, from + page.length - 1, entries.length)}
            </summary>
            {list}
          </details>
        );
      })}
    </div>
  );
}

function Page({ entries, isList, level }: { entries: [string, unknown][]; isList: boolean; level: number }): ReactNode {
  return (
    <ul>
      {entries.map(([key, entry]) => (
        <li key={key} className="min-w-0">
          <Value label={isList ? null : <Key name={key} />} value={entry} level={level + 1} />
        </li>
      ))}
    </ul>
  );
}

function Key({ name }: { name: string }): ReactNode {
  return (
    <>
      <VisibleText text={name} className="text-accent" />
      <span className="text-muted">: </span>
    </>
  );
}

function Text({ label, text }: { label: ReactNode; text: string }): ReactNode {
  if (text.length <= FOLD_STRING_ABOVE) {
    return (
      <>
        {label}
        <Quoted text={text} />
      </>
    );
  }
  return (
    <details>
      <summary className="list-none">
        {label}
        <Quoted text={beginning(text)} isOpenEnded />{" "}
        <span className="font-sans text-xs font-medium text-accent underline">{words.showAllCharacters(text.length)}</span>
      </summary>
      <Quoted text={text} />
    </details>
  );
}

/** Some characters and no more than three lines, not ending within a surrogate pair. */
function beginning(text: string): string {
  return text
    .slice(0, SHOWN_OF_LONG)
    .split("\n", 3)
    .join("\n")
    .replace(/[\ud800-\udbff]$/, "");
}

function Quoted({ text, isOpenEnded = false }: { text: string; isOpenEnded?: boolean }): ReactNode {
  return (
    <span className="text-succeeded">
      &quot;{text === "" ? null : <VisibleText text={text} />}
      {isOpenEnded ? "…" : '"'}
    </span>
  );
}
