import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { FetchFailure } from "#lib/net/errors.ts";
import { vetTarget } from "#lib/net/vet-target.ts";
import { vettedFetch } from "#lib/net/vetted-fetch.ts";
import type { Exchange } from "./exchange.ts";
import type { ServerAddress } from "./server-address.ts";

/** Room for a result of twenty million characters, of which the model reads the two ends. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Of one conversation: pages of a list, and answers to what a server asks us, each over a connection of its own. */
const MAX_REQUESTS = 100;

/** Going on with a stream that broke would be asking again. */
const ONCE = { maxRetries: 0, initialReconnectionDelay: 1_000, maxReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1 };

/**
 * Streamable HTTP to one server, whose addresses are vetted now and are the only ones that will be dialled. The protocol's code is loaded when it is wanted.
 * @throws BlockedTarget; an abort rejects with the signal's reason
 */
export async function openTransport({ url, headers }: ServerAddress, exchange: Exchange, signal: AbortSignal) {
  const target = await vetTarget(url, { allow: configuredAllowList(), signal });
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const ask = vettedFetch(target, { maxBytes: MAX_ANSWER_BYTES });
  let requests = 0;
  return new StreamableHTTPClientTransport(new URL(target.href), {
    requestInit: { headers },
    reconnectionOptions: ONCE,
    async fetch(where, init) {
      requests += 1;
      if (requests > MAX_REQUESTS) throw new FetchFailure("bad_response", `${target.hostname} asks us more than ${MAX_REQUESTS} times`);
      if (init?.method !== "POST") return ask(where, init);
      const end = exchange.streamEnd();
      const response: Response = await ask(where, init, () => isStream(response) && end());
      exchange.note(response);
      return response;
    },
  });
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.includes("event-stream") ?? false;
}
