import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A part of the address that must never be seen again. */
export const WEBHOOK_KEY = "T0CANARY00-B0CANARY00";

export interface Webhook {
  /** As a service gives it, with its key. */
  address: string;
  /** For `WEB_FETCH_ALLOW`. */
  host: string;
  received: { body: string; headers: IncomingHttpHeaders }[];
  /** How it answers from now on: `ok`, when the test says nothing else. */
  answer: (response: ServerResponse) => void;
  close(): void;
}

/** An incoming webhook on loopback that writes down what it was sent; on any port that is free, or on this one. */
export async function startWebhook(onPort = 0): Promise<Webhook> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    webhook.received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
    webhook.answer(response);
  });
  await once(server.listen(onPort, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhook: Webhook = {
    address: `http://${host}/services/${WEBHOOK_KEY}`,
    host,
    received: [],
    answer: (response) => void response.end("ok"),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return webhook;
}
