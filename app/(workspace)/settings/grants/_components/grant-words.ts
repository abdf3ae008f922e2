import { count } from "#components/words.ts";
import type { Pin } from "#lib/grants/grant.ts";
import type { GrantStatus, GrantView } from "#lib/grants/grant-view.ts";
import { shownFiles } from "#lib/tool-calls/bound-file.ts";

export const STATUS_WORDS: Record<GrantStatus, string> = {
  active: "Stands",
  revoked: "Taken back",
  expired: "Its time is over",
  "used-up": "Used up",
  changed: "Its schedule was changed",
  "maker-left": "Who made it has left",
};

const OP_WORDS: Record<Pin["op"], string> = {
  equals: "is",
  "starts-with": "begins with",
  "host-is": "has the host",
  "one-of": "is one of",
  absent: "is left out",
};

type Cover = Pick<GrantView, "input" | "pins" | "files">;

/** Which calls of its tool it covers: all arguments of the one call, or what they must be. Of a long value its beginning, and how long it is. */
export function coverWords({ input, pins, files }: Cover): string {
  if (pins) return pins.map(pinWords).join(", and ");
  const values = Object.entries(input ?? {}).map(([key, value]) => `${key} ${valueWords(value)}`);
  const names = shownFiles(files).map(({ name }) => valueWords(name));
  return `with exactly ${values.join(", ")}${names.length > 0 ? `, while what it runs stays as it was: ${names.join(", ")}` : ""}`;
}

/** Whether `coverWords` gives only the beginning of something. */
export function hasLongValue({ input, pins }: Pick<Cover, "input" | "pins">): boolean {
  const values: unknown[] = pins ? pins.map(({ value }) => value) : Object.values(input ?? {});
  return values.some((value) => (JSON.stringify(value) ?? "").length > MAX_CHARS);
}

const MAX_CHARS = 200;

function pinWords({ pointer, op, value }: Pin): string {
  const words = `${pointer.slice(1)} ${OP_WORDS[op]}`;
  return value === undefined ? words : `${words} ${valueWords(value)}`;
}

function valueWords(value: unknown): string {
  const text = JSON.stringify(value);
  // Plain dots: an ellipsis would be shown as the sign that it is, as if it stood in the value.
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}... (${count(text.length)} characters)` : text;
}
