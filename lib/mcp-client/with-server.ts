import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { VERSION } from "#lib/version.ts";
import { Exchange } from "./exchange.ts";
import { explainFailure } from "./explain-failure.ts";
import { openTransport } from "./open-transport.ts";
import { secretsOf } from "./secrets-of.ts";
import type { ServerAddress } from "./server-address.ts";
import { ServerFailure } from "./server-failure.ts";

/** A conversation with a server, for one piece of work. One request at a time. */
export interface ServerConnection {
  /** @throws ServerFailure; an abort of the signal tells the server, and rejects */
  ask<T>(method: "tools/list" | "tools/call", params: Record<string, unknown>, answer: z.ZodType<T>, timeoutMs: number): Promise<T>;
  /** The server has said, since the beginning, that its tools are others now. */
  readonly isListStale: boolean;
}

const GREETING_MS = 10_000;
const TELLING_MS = 100;
/** How long a server that is being left may take to hear of it. */
const LEAVING_MS = 500;

/**
 * Does something with a server of the Model Context Protocol (2025-11-25, Streamable HTTP), over a connection of its own: nobody else's time-out,
 * death or late answer can reach it. The addresses are vetted once and are the only ones that are dialled. Nothing is sent twice.
 * @throws ServerFailure with a sentence; what `work` throws itself; the signal's reason
 */
export async function withServer<T>(
  address: ServerAddress,
  signal: AbortSignal,
  work: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const exchange = new Exchange();
  const secrets = secretsOf(address);
  // The protocol's code listens to the signal while it waits for an answer, and not while it tells something.
  const explained = <R>(answer: Promise<R>): Promise<R> =>
    Promise.race([answer, ended(signal)]).catch((error) => {
      signal.throwIfAborted();
      throw explainFailure(error, exchange, secrets);
    });
  const transport = await explained(openTransport(address, exchange, signal));
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { ToolListChangedNotificationSchema } = await import("@modelcontextprotocol/sdk/types.js");
  const client = new Client({ name: "countersign", version: VERSION }, { capabilities: {} });
  let isListStale = false;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    isListStale = true;
  });
  try {
    await explained(exchange.answerOf(() => Promise.race([client.connect(transport, { signal }), late(GREETING_MS)])));
    return await work({
      ask: (method, params, answer, timeout) =>
        explained(exchange.answerOf(() => client.request({ method, params }, answer, { signal, timeout }) as Promise<never>)),
      get isListStale() {
        return isListStale;
      },
    });
  } finally {
    void leave(client, transport, signal.aborted);
  }
}

async function ended(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, "abort");
  throw signal.reason;
}

async function late(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new ServerFailure("timeout", "The server did not answer in time.");
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
