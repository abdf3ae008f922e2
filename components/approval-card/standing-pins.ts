import type { Pin } from "#lib/grants/grant.ts";

/** The argument on whose value later calls are recognised, how it is compared, and what else of the call stays as it is. */
export interface PinChoice {
  pointer: Pin["pointer"];
  op: Extract<Pin["op"], "starts-with" | "host-is">;
  /** "whose command begins with". */
  words: string;
  /** To begin with: what this call has there. */
  value: string;
  fixed: Pin[];
}

type Arguments = Record<string, unknown>;

const MAIN_ARGUMENT: Record<string, { key: string; words: string; fixed: readonly string[] }> = {
  shell: { key: "command", words: "whose command begins with", fixed: [] },
  file_system: { key: "path", words: "on paths that begin with", fixed: ["action"] },
  web_fetch: { key: "url", words: "to the host", fixed: ["method"] },
};

/** Null for a tool of which nobody can say in a line what is like a call: then only the call itself is offered. */
export function pinChoice(tool: string, args: Arguments): PinChoice | null {
  const main = MAIN_ARGUMENT[tool];
  const value = main && args[main.key];
  if (!main || typeof value !== "string") return null;
  const isAddress = main.key === "url";
  if (isAddress && !URL.canParse(value)) return null;
  const fixed = main.fixed.flatMap((key) => {
    const given = args[key];
    return typeof given === "string" ? [{ pointer: `/${key}`, op: "equals", value: given } as const] : [];
  });
  return {
    pointer: `/${main.key}`,
    op: isAddress ? "host-is" : "starts-with",
    words: main.words,
    value: isAddress ? new URL(value).hostname : value,
    fixed,
  };
}

export function pinsOf({ pointer, op, fixed }: PinChoice, value: string): Pin[] {
  return [...fixed, { pointer, op, value }];
}
