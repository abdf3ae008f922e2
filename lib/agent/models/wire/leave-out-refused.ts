import { isObject, type JsonObject } from "./message-json.ts";

interface Dispensable {
  /** Its key in a request. */
  field: string;
  /** A refusal is of it. */
  named: RegExp;
  leaveOut: (body: JsonObject) => JsonObject;
}

/**
 * What a chat goes on without: the request for counts, which are then estimated, and what the model thought before, which goes back because some
 * servers (DeepSeek) demand it.
 */
const DISPENSABLE: readonly Dispensable[] = [
  { field: "stream_options", named: /stream_options|include_usage/, leaveOut: ({ stream_options: _, ...body }) => body },
  {
    field: "reasoning_content",
    named: /reasoning_content/,
    leaveOut: ({ messages, ...body }) => ({
      ...body,
      messages: (Array.isArray(messages) ? messages.filter(isObject) : []).map(({ reasoning_content: _, ...message }) => message),
    }),
  },
];

/** As Groq, Cerebras, Mistral, Fireworks, Databricks and Azure say it; the field's name may be far from the sentence. */
const REFUSED = /unsupported|not supported|not support|not permitted|forbidden|unknown|unexpected|unrecognized|additional propert/i;

/**
 * `fetch` for a server that may refuse fields it does not know: a question that it refuses for a field of which the chat has no need is asked again without
 * it, and so are all later ones.
 */
export function leavingOutRefused(ask: typeof globalThis.fetch): typeof globalThis.fetch {
  const refused = new Set<Dispensable>();
  return async (input, init) => {
    for (;;) {
      const sent = without(refused, init);
      const response = await ask(input, sent);
      if (response.status !== 400 && response.status !== 422) return response;
      const answer = await response.text();
      const part = refusedPart(answer, sent?.body);
      if (!part) return new Response(answer, response);
      refused.add(part);
    }
  };
}

function refusedPart(answer: string, body: unknown): Dispensable | undefined {
  if (!REFUSED.test(answer) || typeof body !== "string") return undefined;
  return DISPENSABLE.find(({ field, named }) => named.test(answer) && body.includes(`"${field}":`));
}

function without(refused: ReadonlySet<Dispensable>, init: RequestInit | undefined): RequestInit | undefined {
  if (refused.size === 0 || typeof init?.body !== "string") return init;
  let body: JsonObject = JSON.parse(init.body);
  for (const { leaveOut } of refused) body = leaveOut(body);
  return { ...init, body: JSON.stringify(body) };
}
