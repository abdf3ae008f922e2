import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { newId } from "#lib/ids.ts";
import { parseAllowList } from "#lib/net/allow-list.ts";
import { vetTarget } from "#lib/net/vet-target.ts";
import { startWebhook, WEBHOOK_KEY, type Webhook } from "#lib/testing/webhook.ts";
import { postToWebhook } from "./post-to-webhook.ts";

let webhook: Webhook | undefined;
afterEach(() => webhook?.close());

const target = (address: string) => vetTarget(address, { allow: parseAllowList(new URL(address).host) });
const post = async (address: string, signal = new AbortController().signal) =>
  postToWebhook(await target(address), { text: "Hi.", key: newId(), destination: "Sales" }, signal);

describe("a message to a webhook", () => {
  it("that finds no connection was certainly not sent", async () => {
    webhook = await startWebhook();
    const { address } = webhook;
    webhook.close();
    expect(await post(address)).toMatchObject({
      state: "failed",
      answer: { status: null, words: expect.stringMatching(/no connection to Sales/) },
    });
  });

  it("that never was let through TLS was certainly not sent", async () => {
    const deaf = createServer((socket) => socket.end("no TLS here\n")).listen(0, "127.0.0.1");
    await new Promise((resolve) => deaf.once("listening", resolve));
    const { port } = deaf.address() as { port: number };
    expect(await post(`https://127.0.0.1:${port}/${WEBHOOK_KEY}`)).toMatchObject({ state: "failed" });
    deaf.close();
  });

  it("whose answer does not come is unknown, also when the run is stopped", async () => {
    webhook = await startWebhook();
    const stop = new AbortController();
    webhook.answer = () => stop.abort(new Error("cancel"));
    expect(await post(webhook.address, stop.signal)).toMatchObject({ state: "unknown", answer: { status: null } });
  });

  it("keeps the beginning of what was answered, without any part of the address, whatever way it is written", async () => {
    webhook = await startWebhook();
    const { address: own } = webhook;
    const address = `${own}?sig=ab%2Fcd4711%2Bef%3D`;
    const said = `${JSON.stringify(address).replaceAll("/", "\\/")} ${encodeURIComponent(address)} ${decodeURIComponent(address)} ${"x".repeat(9_000)}`;
    webhook.answer = (response) => void response.writeHead(400).end(said);
    const { answer } = await post(address);
    expect(answer.body).toHaveLength(500);
    for (const part of [WEBHOOK_KEY, "4711"]) expect(answer.body).not.toContain(part);
  });
});
