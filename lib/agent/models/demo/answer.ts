import type { Conversation } from "./conversation.ts";
import { DEMO_PROMPTS } from "./demo-prompts.ts";
import type { DemoAction } from "./intent.ts";
import { parseIntent } from "./parse-intent.ts";
import { PHRASES, type Phrases } from "./phrases.ts";
import { type DemoCall, planCall } from "./plan-call.ts";
import { report } from "./report.ts";
import { readToolAnswer } from "./tool-answer.ts";

/** One step of the demo: words, then a call when there is something left to do. */
export interface DemoAnswer {
  text: string;
  call: DemoCall | null;
}

/** The whole demo as a function of what was said: the actions of the message one after another, then a report; stops where one fails. A dry run goes on behind what it did not do. */
export function answer(conversation: Conversation, nowMs: number): DemoAnswer {
  const intent = parseIntent(conversation.message);
  const phrases = PHRASES[intent.language];
  const prompts = DEMO_PROMPTS[intent.language].map(({ text }) => text);
  switch (intent.kind) {
    case "help":
      return say(phrases.help(prompts));
    case "greeting":
      return say(phrases.greeting);
    case "unknown":
      return say(phrases.unknown(prompts));
    case "act":
      return act(intent.actions, conversation, nowMs, phrases);
  }
}

function act(actions: DemoAction[], { exchanges, tools, timeZone }: Conversation, nowMs: number, phrases: Phrases): DemoAnswer {
  const done = exchanges.slice(0, actions.length);
  const isStopped = done.some((exchange) => !["done", "dry"].includes(readToolAnswer(exchange.result).kind));
  const next = isStopped ? undefined : actions[done.length];
  if (next) {
    const call = planCall(next, nowMs, timeZone);
    if (tools.has(call.tool)) return { text: before(next, phrases), call };
    return say([...reports(actions, done, phrases), phrases.noTool(call.tool)].join("\n\n"));
  }
  const isUnfinished = isStopped && done.length < actions.length;
  return say([...reports(actions, done, phrases), ...(isUnfinished ? [phrases.stoppedThere] : [])].join("\n\n"));
}

function reports(actions: DemoAction[], done: Conversation["exchanges"], phrases: Phrases): string[] {
  return done.flatMap((exchange, index) => {
    const action = actions[index];
    return action ? [report(action, exchange, phrases)] : [];
  });
}

function before(action: DemoAction, { before: words }: Phrases): string {
  switch (action.kind) {
    case "read":
    case "write":
      return words[action.kind](action.path);
    case "document":
      return words.document(action.title);
    case "fetch":
      return words.fetch(URL.parse(action.url)?.host ?? action.url);
    default:
      return words[action.kind];
  }
}

function say(text: string): DemoAnswer {
  return { text, call: null };
}
