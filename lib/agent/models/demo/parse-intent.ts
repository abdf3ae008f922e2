import type { DemoAction, DemoIntent } from "./intent.ts";
import { DEMO_LANGUAGES, type DemoLanguage, languageOf } from "./language.ts";
import { parseTiming } from "./parse-timing.ts";
import { ACTION_RULES, type ActionRule, AGAIN, GREETINGS, HELP, POLITE, SPLITS, SUMMARISE } from "./rules.ts";

/** Reads a message by fixed rules, English first. Never guesses: what no rule takes whole is `unknown`. */
export function parseIntent(message: string): DemoIntent {
  for (const language of DEMO_LANGUAGES) {
    const text = plain(message, language);
    if (HELP[language].test(text)) return { kind: "help", language };
    if (GREETINGS[language].test(text)) return { kind: "greeting", language };
    const actions = schedule(text, language) ?? actionsOf(text, language);
    if (actions) return { kind: "act", language, actions };
  }
  return { kind: "unknown", language: languageOf(message) };
}

/** Without politeness around it and the sign that ends a sentence; a dot that may belong to a command stays. */
function plain(message: string, language: DemoLanguage): string {
  const text = message.trim().replace(/\s+/g, " ");
  return text.replace(POLITE[language], "").replace(/(?<=[\p{L}\p{N}"'`”)/])[.!?…]+$/u, "");
}

function schedule(text: string, language: DemoLanguage): DemoAction[] | null {
  const timed = parseTiming(text, language);
  if (!timed) return null;
  // Only what could be done now may be put on a schedule: a draft of nonsense helps nobody.
  return actionsOf(plain(timed.prompt, language), language) ? [{ kind: "schedule", ...timed }] : null;
}

/** The whole text as one action, or its clauses as one action each. */
function actionsOf(text: string, language: DemoLanguage): DemoAction[] | null {
  const whole = actionOf(text, language);
  if (whole) return [whole];
  for (const split of SPLITS[language]) {
    const clauses = text.split(split).filter(Boolean);
    const actions = clauses.length > 1 ? chain(clauses, language) : null;
    if (actions) return actions;
  }
  return null;
}

function chain(clauses: string[], language: DemoLanguage): DemoAction[] | null {
  const actions: DemoAction[] = [];
  for (const clause of clauses) {
    const last = actions.at(-1);
    if (last && SUMMARISE[language].test(clause)) continue;
    const action = actionOf(clause, language) ?? again(clause, last, language);
    if (!action) return null;
    actions.push(action);
  }
  return actions;
}

/** "read it back": the file of the clause before. */
function again(clause: string, last: DemoAction | undefined, language: DemoLanguage): DemoAction | null {
  return last?.kind === "write" && AGAIN[language].test(clause) ? { kind: "read", path: last.path } : null;
}

function actionOf(text: string, language: DemoLanguage): DemoAction | null {
  for (const rule of ACTION_RULES[language]) {
    const action = apply(rule, text);
    if (action) return action;
  }
  return null;
}

function apply(rule: ActionRule, text: string): DemoAction | null {
  const match = rule.pattern.exec(text);
  return match ? rule.make(match.groups ?? {}) : null;
}
