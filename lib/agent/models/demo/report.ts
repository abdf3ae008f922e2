import type { Exchange } from "./conversation.ts";
import type { DemoAction } from "./intent.ts";
import { outline, pageTitle } from "./outline.ts";
import type { Phrases } from "./phrases.ts";
import { readToolAnswer } from "./tool-answer.ts";

const MAX_SHOWN_CHARS = 1_500;

/** What became of an action, in words: the result, or honestly what stood in the way. */
export function report(action: DemoAction, exchange: Exchange, phrases: Phrases): string {
  const answer = readToolAnswer(exchange.result);
  const what = whatOf(action, phrases);
  switch (answer.kind) {
    case "done":
      return success(action, exchange, answer.text, phrases);
    case "failed":
      return phrases.failed(what, sentence(answer.reason));
    case "awaiting":
      return phrases.awaiting(what, sentence(answer.reason));
    case "dry":
      return answer.waits ? phrases.dryAndAsked(what) : phrases.dry(what);
    case "refused":
      if (answer.why === "approval_denied") return phrases.denied(what, sentence(answer.reason));
      return answer.why === "approval_expired" ? phrases.expired(what) : phrases.refused(what, withoutNothing(sentence(answer.reason)));
  }
}

function success(action: DemoAction, exchange: Exchange, text: string, phrases: Phrases): string {
  switch (action.kind) {
    case "list":
      return listing(action.path, text, phrases);
    case "read":
      return `${phrases.read(action.path)}\n\n${shown(withoutHeadline(text), phrases)}`;
    case "write":
      return phrases.wrote(action.path, /\((\d+ bytes)\)/.exec(text)?.[1] ?? "");
    case "document":
      return phrases.made(action.title);
    case "fetch":
      return page(text, action.url, phrases);
    case "run":
      return text.trim() === "" ? phrases.saidNothing(action.command) : `${phrases.ran(action.command)}\n\n${shown(text, phrases)}`;
    case "schedule":
      return draft(exchange, text, phrases);
    case "schedules":
      return `${phrases.schedules}\n\n${shown(text, phrases)}`;
  }
}

function listing(path: string, text: string, phrases: Phrases): string {
  const entries = text.split("\n").slice(1).filter(Boolean);
  return entries.length === 0 ? phrases.emptyFolder(path) : `${phrases.listed(path)}\n\n${shown(entries.join("\n"), phrases)}`;
}

function page(text: string, url: string, phrases: Phrases): string {
  const items = outline(text);
  const title = pageTitle(text) ?? URL.parse(url)?.host ?? url;
  // Text from outside is quoted as text: no link or image of it comes to life in the chat.
  return items.length === 0
    ? phrases.nothingOnPage
    : `${phrases.fetched(title)}\n\n${items.map((item, index) => `${index + 1}. ${escapeMarkdown(item)}`).join("\n")}`;
}

function draft({ input }: Exchange, text: string, phrases: Phrases): string {
  if (!/draft|borrador/i.test(text)) return phrases.scheduled(sentence(text));
  const { name, cron, runAt, timeZone } = input as Record<string, unknown>;
  // The tool says in words when it is; that it did is no promise of it.
  const when = /^Made a draft: ".*", (.+) \(id [0-9a-f-]{36}\)/.exec(text)?.[1];
  return phrases.drafted(String(name), when ?? (cron ? `cron ${cron}, ${timeZone}` : String(runAt)));
}

function whatOf(action: DemoAction, { what }: Phrases): string {
  switch (action.kind) {
    case "list":
    case "read":
    case "write":
      return what[action.kind](action.path);
    case "document":
      return what.document(action.title);
    case "fetch":
      return what.fetch(action.url);
    case "run":
      return what.run(action.command);
    default:
      return what[action.kind];
  }
}

/** file_system's read begins with a line of facts and an empty one. */
function withoutHeadline(text: string): string {
  const gap = text.indexOf("\n\n");
  return gap < 0 ? text : text.slice(gap + 2);
}

/** As a code block whose fence the text cannot close. */
function shown(text: string, phrases: Phrases): string {
  const isLong = text.length > MAX_SHOWN_CHARS;
  const body = isLong ? text.slice(0, MAX_SHOWN_CHARS) : text;
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${body.trimEnd()}\n${fence}${isLong ? `\n${phrases.shortened}` : ""}`;
}

/** The report itself says that nothing was done. */
function withoutNothing(reason: string): string {
  return reason.replace(/(?<=\S) Nothing was \w+\.$/, "");
}

function sentence(text: string): string {
  const words = text.replace(/\s+/g, " ").trim().slice(0, 400);
  return /[.!?…]$/.test(words) || words === "" ? words : `${words}.`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>!#|]/g, "\\$&");
}
