import { env } from "./env.ts";
import { redact } from "./redact.ts";

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40 } as const;
type Level = keyof typeof LEVELS;

/** What an entry says beside its message. `error` may be anything thrown. Secret-looking values never reach the output. */
export type LogFacts = Record<string, unknown>;

/**
 * Structured logs: one JSON object a line, `{ time, level, message, ...facts }`, on standard output (warnings and errors on standard
 * error). `message` is a fixed noun-verb such as `sign-in-refused`, so that it can be searched for; what varies belongs in the facts.
 */
export const log = {
  debug: (message: string, facts?: LogFacts) => write("debug", message, facts),
  info: (message: string, facts?: LogFacts) => write("info", message, facts),
  warn: (message: string, facts?: LogFacts) => write("warn", message, facts),
  error: (message: string, facts?: LogFacts) => write("error", message, facts),
  isOn: (level: Level): boolean => LEVELS[level] >= LEVELS[env().LOG_LEVEL],
};

function write(level: Level, message: string, facts?: LogFacts): void {
  if (!log.isOn(level)) return;
  const line = `${logLine(level, message, facts)}\n`;
  (LEVELS[level] >= LEVELS.warn ? process.stderr : process.stdout).write(line);
}

/** The line without its end. Characters that could forge a second entry, or hide a part of this one, are escaped. */
export function logLine(level: Level, message: string, facts: LogFacts = {}): string {
  const entry = { ...(redact(facts) as LogFacts), time: new Date().toISOString(), level, message };
  return JSON.stringify(entry).replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** JSON escapes below U+0020; these are DEL, C1, line and paragraph separators, zero-width and bidirectional controls. */
const UNSAFE = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
