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
 * `fetch` for a server that may refuse fields it does not know: a question that it refuses for a field of which the chat has no need is asked again without
 * it, and so are all later ones.
 */
export function leavingOutRefused(ask: typeof globalThis.fetch, parts: readonly Dispensable[]): typeof globalThis.fetch {
  const refused = new Set<Dispensable>();
  return async (input, init) => {
    for (;;) {
      const sent = without(refused, init);
      const response = await ask(input, sent);
      if (response.status !== 400 && response.status !== 422) return response;
      const answer = await response.text();
      const part = refusedPart(parts, answer, sent?.body);
      if (!part) return new Response(answer, response);
      refused.add(part);
    }
  };
}

function refusedPart(parts: readonly Dispensable[], answer: string, body: unknown): Dispensable | undefined {
  if (!REFUSED.test(answer) || typeof body !== "string") return undefined;
  return parts.find(({ field, named }) => named.test(answer) && body.includes(`"${field}":`));
}

function without(refused: ReadonlySet<Dispensable>, init: RequestInit | undefined): RequestInit | undefined {
  if (refused.size === 0 || typeof init?.body !== "string") return init;
  let body: JsonObject = JSON.parse(init.body);
  for (const { leaveOut } of refused) body = leaveOut(body);
  return { ...init, body: JSON.stringify(body) };
}
