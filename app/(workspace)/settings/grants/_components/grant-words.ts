import type { Pin } from "#lib/grants/grant.ts";
import type { GrantStatus, GrantView } from "#lib/grants/grant-view.ts";

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

/** Which calls of its tool it covers: all arguments of the one call, or what they must be. */
export function coverWords({ input, pins }: Pick<GrantView, "input" | "pins">): string {
  if (pins) return pins.map(pinWords).join(", and ");
  return `with exactly ${Object.entries(input ?? {})
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    .join(", ")}`;
}

function pinWords({ pointer, op, value }: Pin): string {
  const words = `${pointer.slice(1)} ${OP_WORDS[op]}`;
  return value === undefined ? words : `${words} ${JSON.stringify(value)}`;
}
