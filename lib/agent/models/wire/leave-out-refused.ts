import type { JsonObject } from "./message-json.ts";

/** A part of a question without which a chat goes on. */
export interface Dispensable {
  /** Its key in a request. */
  field: string;
  /** A refusal is of it. */
  named: RegExp;
  leaveOut: (body: JsonObject) => JsonObject;
}

/** As Groq, Cerebras, Mistral, Fireworks, Databricks, Azure and Ollama say it; the field's name may be far from the sentence. */
const REFUSED = /unsupported|not support|not permitted|forbidden|unknown|unexpected|unrecognized|additional propert/i;

/**
 * For a server that may refuse fields it does not know: a question that it refuses for a field of which the chat has no need is asked again without
 * it, and so are all later ones. `ask` is `fetch`, or gives something of its own in place of a good `Response`.
 */
export function leavingOutRefused<Good, More extends unknown[]>(
  ask: (url: Url, init: RequestInit, ...more: More) => Promise<Good | Response>,
  parts: readonly Dispensable[],
): (url: Url, init?: RequestInit, ...more: More) => Promise<Good | Response> {
  const refused = new Set<Dispensable>();
  return async (url, init = {}, ...more) => {
    for (;;) {
      const sent = without(refused, init);
      const answer = await ask(url, sent, ...more);
      if (!(answer instanceof Response) || (answer.status !== 400 && answer.status !== 422)) return answer;
      const text = await wordsOfRefusal(answer);
      const part = refusedPart(parts, text, sent.body);
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

function without(refused: ReadonlySet<Dispensable>, init: RequestInit): RequestInit {
  if (refused.size === 0 || typeof init.body !== "string") return init;
  let body: JsonObject = JSON.parse(init.body);
  for (const { leaveOut } of refused) body = leaveOut(body);
  return { ...init, body: JSON.stringify(body) };
}
