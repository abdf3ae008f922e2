import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { vetTarget } from "#lib/net/vet-target.ts";
import { vettedFetch } from "#lib/net/vetted-fetch.ts";
import { VERSION } from "#lib/version.ts";
import { type Exchange, explainFailure } from "./explain-failure.ts";
import { ServerFailure } from "./server-failure.ts";

/** Where a server is, and what it is sent with every request. */
export interface ServerAddress {
  url: string;
  /** Secrets: never logged, shown, or sent anywhere else. */
  headers: Readonly<Record<string, string>>;
}

/** A conversation with a server, for one piece of work. One request at a time. */
export interface ServerConnection {
  /** @throws ServerFailure; an abort of the signal tells the server, and rejects */
  ask<T>(method: "tools/list" | "tools/call", params: Record<string, unknown>, answer: z.ZodType<T>, timeoutMs: number): Promise<T>;
  /** The server has said, since the beginning, that its tools are others now. */
  readonly isListStale: boolean;
}

/** Room for a result of twenty million characters, of which the model reads the two ends. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
const GREETING_MS = 10_000;
/** Between the end of a stream and the moment at which all that came over it has been read. */
const READING_MS = 2_000;
const TELLING_MS = 100;
/** How long a server that is being left may take to hear of it. */
const LEAVING_MS = 500;

/**
 * Does something with a server of the Model Context Protocol (2025-11-25, Streamable HTTP), over a connection of its own: nobody else's time-out,
 * death or late answer can reach it. The addresses are vetted once and are the only ones that are dialled. Nothing is sent twice.
 * @throws ServerFailure with a sentence; what `work` throws itself; the signal's reason
 */
export async function withServer<T>(
  { url, headers }: ServerAddress,
  signal: AbortSignal,
  work: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const exchange: Exchange = { status: null, wantsSignIn: false };
  let isListStale = false;
  let broken = Promise.withResolvers<never>();
  /** What is asked, or the end of the stream that should have brought the answer: the protocol's code would wait on. */
  const answerOf = <R>(begin: () => Promise<R>): Promise<R> => {
    broken = Promise.withResolvers();
    const answered = Promise.race([begin(), broken.promise]);
    return answered.catch((error) => {
      signal.throwIfAborted();
      throw explainFailure(error, exchange);
    });
  };
  const allow = configuredAllowList();
  const target = await vetTarget(url, { allow, signal }).catch((error) => {
    signal.throwIfAborted();
    throw explainFailure(error, exchange);
  });
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { ToolListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const fetchBody = vettedFetch(target, {
    maxBytes: MAX_ANSWER_BYTES,
    onBodyEnd: ({ headers }, { method }) => {
      const { reject } = broken;
      if (method === "POST" && headers.get("content-type")?.includes("event-stream"))
        setTimeout(() => reject(new ServerFailure("failed", "The server ended without an answer.")), READING_MS);
    },
  });
  const transport = new StreamableHTTPClientTransport(new URL(target.href), {
    requestInit: { headers },
    // Going on with a stream that broke would be asking again.
    reconnectionOptions: { maxRetries: 0, initialReconnectionDelay: 1_000, maxReconnectionDelay: 1_000, reconnectionDelayGrowFactor: 1 },
    fetch: async (where, init) => {
      const response = await fetchBody(where, init);
      if (init?.method === "POST") {
        exchange.status = response.status;
        exchange.wantsSignIn = response.headers.get("www-authenticate")?.includes("resource_metadata") ?? false;
      }
      return response;
    },
  });
  const client = new Client({ name: "countersign", version: VERSION }, { capabilities: {} });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    isListStale = true;
  });
  try {
    await answerOf(() => client.connect(transport, { signal, timeout: GREETING_MS }));
    return await work({
      ask: (method, params, answer, timeout) =>
        answerOf(() => client.request({ method, params }, answer, { signal, timeout }) as Promise<never>),
      get isListStale() {
        return isListStale;
      },
    });
  } finally {
    void leave(client, transport, signal.aborted);
  }
}

/** Tells the server that its session is over. What was stopped has just been told so, which takes a moment; then its connections are cut. */
async function leave(
  client: { close(): Promise<void> },
  transport: { terminateSession(): Promise<void> },
  wasStopped: boolean,
): Promise<void> {
  if (wasStopped) await sleep(TELLING_MS);
  await Promise.race([transport.terminateSession().catch(() => undefined), sleep(LEAVING_MS)]);
  await client.close().catch(() => undefined);
}
