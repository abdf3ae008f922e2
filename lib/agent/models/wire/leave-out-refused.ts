import type { SharedV4Warning } from "@ai-sdk/provider";
import type { JsonObject } from "./message-json.ts";

/** A part of a question without which a chat goes on. */
export interface Dispensable {
  /** Its key in a request. */
  field: string;
  /** A refusal is of it. */
  named: RegExp;
  leaveOut: (body: JsonObject) => JsonObject;
  /** What is said of it with each answer to a question that had it. */
  warning?: SharedV4Warning;
}

/** As Groq, Cerebras, Mistral, Fireworks, Databricks, Azure and Ollama say it; the field's name may be far from the sentence. */
const REFUSED = /unsupported|not support|not permitted|forbidden|unknown|unexpected|unrecognized|additional propert/i;

/**
 * For a server that may refuse fields it does not know: a question that it refuses for a field of which the chat has no need is asked again without
 * it, and so are all later ones. `ask` is `fetch`, or gives something of its own in place of a good `Response`; it is told what is to be said of what
 * was left out.
 */
export function leavingOutRefused<Good, More extends unknown[]>(
  ask: (url: Url, init: RequestInit, leftOut: SharedV4Warning[], ...more: More) => Promise<Good | Response>,
  parts: readonly Dispensable[],
): (url: Url, init?: RequestInit, ...more: More) => Promise<Good | Response> {
  const refused = new Set<Dispensable>();
  return async (url, init = {}, ...more) => {
    for (;;) {
      const { sent, leftOut } = without(refused, init);
      const answer = await ask(url, sent, leftOut, ...more);
      if (!(answer instanceof Response) || (answer.status !== 400 && answer.status !== 422)) return answer;
      const text = await wordsOfRefusal(answer);
      const part = refusedPart(
        parts.filter((known) => !refused.has(known)),
        text,
        sent.body,
      );
      if (!part) return new Response(text, answer);
      refused.add(part);
    }
  };
}

/** What a refusal says: nothing, when it cannot be read. Its status counts all the same. */
export function wordsOfRefusal(response: Response): Promise<string> {
  return response.text().catch(() => "");
}

type Url = Parameters<typeof globalThis.fetch>[0];

function refusedPart(parts: readonly Dispensable[], answer: string, body: unknown): Dispensable | undefined {
  if (!REFUSED.test(answer) || typeof body !== "string") return undefined;
  return parts.find(({ field, named }) => named.test(answer) && body.includes(`"${field}":`));
}

function without(refused: ReadonlySet<Dispensable>, init: RequestInit): { sent: RequestInit; leftOut: SharedV4Warning[] } {
  if (refused.size === 0 || typeof init.body !== "string") return { sent: init, leftOut: [] };
  let body: JsonObject = JSON.parse(init.body);
  const leftOut = [...refused].flatMap(({ field, warning }) => (warning && field in body ? [warning] : []));
  for (const { leaveOut } of refused) body = leaveOut(body);
  return { sent: { ...init, body: JSON.stringify(body) }, leftOut };
}
