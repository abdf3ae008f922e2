import type { Pin } from "#lib/grants/grant.ts";

/** The argument on whose value later calls are recognised, how it is compared, and what else of the call stays as it is. */
export interface PinChoice {
  pointer: Pin["pointer"];
  op: Extract<Pin["op"], "starts-with" | "host-is">;
  /** "Calls whose command begins with". */
  words: string;
  /** To begin with: what this call has there. */
  value: string;
  fixed: Pin[];
}

type Arguments = Record<string, unknown>;

interface MainArgument {
  key: string;
  words: (args: Arguments) => string;
  fixed: readonly string[];
}

const ACTION_WORDS: Record<string, string> = { read: "Reads of", write: "Writes to", list: "Lists of" };

const MAIN_ARGUMENT: Record<string, MainArgument> = {
  shell: { key: "command", words: () => "Calls whose command begins with", fixed: [] },
  file_system: {
    key: "path",
    words: ({ action }) => `${ACTION_WORDS[String(action)] ?? "Calls on"} paths that begin with`,
    fixed: ["action"],
  },
  web_fetch: { key: "url", words: ({ method = "GET" }) => `${method} requests to the host`, fixed: ["method"] },
};

/** Null for a tool of which nobody can say in a line what is like a call: then only the call itself is offered. */
export function pinChoice(tool: string, args: Arguments): PinChoice | null {
  const main = MAIN_ARGUMENT[tool];
  const value = main && args[main.key];
  if (!main || typeof value !== "string") return null;
  const isAddress = main.key === "url";
  if (isAddress && !URL.canParse(value)) return null;
  // What was left out stays so: it means something, as no method means GET.
  const fixed = main.fixed.map((key): Pin => {
    const given = args[key];
    return typeof given === "string" ? { pointer: `/${key}`, op: "equals", value: given } : { pointer: `/${key}`, op: "absent" };
  });
  return {
    pointer: `/${main.key}`,
    op: isAddress ? "host-is" : "starts-with",
    words: main.words(args),
    value: isAddress ? new URL(value).hostname : value,
    fixed,
  };
}

export function pinsOf({ pointer, op, fixed }: PinChoice, value: string): Pin[] {
  return [...fixed, { pointer, op, value }];
}
