import type { DraftAnswer, DraftState } from "#lib/drafts/states.ts";
import { type Connector, connectPinned } from "#lib/net/connect.ts";
import { FetchFailure } from "#lib/net/errors.ts";
import { readBody } from "#lib/net/read-body.ts";
import { requestVetted } from "#lib/net/request-vetted.ts";
import { spellingsOf } from "#lib/net/spellings-of.ts";
import type { VettedTarget } from "#lib/net/vet-target.ts";

/** From the first connection to the end of the answer. */
export const POST_LIMIT_MS = 10_000;
const MAX_BODY_BYTES = 8_000;
/** Of the answer, for people. Far less than is read, so that no key is cut in two at its end. */
const MAX_ANSWER_CHARS = 500;
const MIN_KEY_CHARS = 8;

/** A service that has done what it was sent may answer so, with where to look at it (RFC 9110, 15.4.3 and 15.4.4). Other redirects ask for it elsewhere. */
const LEADS_ON_AFTER = [302, 303];

interface Message {
  text: string;
  /** The same for the same message, whenever it is sent. */
  key: string;
  destination: string;
}

export interface Posted {
  state: Extract<DraftState, "sent" | "failed" | "unknown">;
  answer: DraftAnswer;
}

/**
 * One POST of `{ "text": … }`, which is what incoming webhooks of Slack, Mattermost, Rocket.Chat and (at /slack) Discord take. No redirect is followed.
 * `failed` only when it certainly was not taken: no connection, or an answer that says so. `unknown` when the message may have left us and nothing
 * trustworthy came back. Never throws for what the network does; nothing of the address stands in the answer.
 */
export async function postToWebhook(target: VettedTarget, { text, key, destination }: Message, stop: AbortSignal): Promise<Posted> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(POST_LIMIT_MS)]);
  let isConnected = false;
  const connect: Connector = (vetted) => connectPinned(vetted).once("connect", () => (isConnected = true));
  const body = JSON.stringify({ text });
  const headers = {
    accept: "*/*",
    "accept-encoding": "identity",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    // Services that know it send a message once, whatever the network does.
    "idempotency-key": key,
    "user-agent": "Countersign",
  };
  try {
    const response = await requestVetted(target, { method: "POST", headers, body, signal, connect });
    const status = response.statusCode ?? 0;
    const read = await readBody(response, MAX_BODY_BYTES, signal).catch(() => null);
    return posted(destination, status, withoutAddress(target, Buffer.from(read?.bytes ?? []).toString("utf8")));
  } catch (error) {
    // TLS comes before the first byte of the message; everything after it may have carried some.
    const hasLeft = isConnected && !(error instanceof FetchFailure && error.code === "tls_failed");
    const words = hasLeft
      ? `${destination} did not answer in time, or not properly. The message may have arrived; look there before a new one is sent.`
      : `There was no connection to ${destination}, so the message was not sent.`;
    return { state: hasLeft ? "unknown" : "failed", answer: { words, status: null, body: "" } };
  }
}

function posted(destination: string, status: number, body: string): Posted {
  const answer = (words: string): DraftAnswer => ({ words, status, body });
  if (status >= 200 && status < 300) return { state: "sent", answer: answer(`Sent to ${destination}, which answered ${status}.`) };
  if (status >= 500) {
    const words = `${destination} answered ${status}, a fault of its own. The message may have arrived; look there before a new one is sent.`;
    return { state: "unknown", answer: answer(words) };
  }
  if (LEADS_ON_AFTER.includes(status)) {
    const words = `${destination} answered ${status}, which leads on to another page, as after a message that was taken. The message may have arrived; look there before a new one is sent.`;
    return { state: "unknown", answer: answer(words) };
  }
  const why = status >= 300 && status < 400 ? ", a redirect, which is not followed" : "";
  return { state: "failed", answer: answer(`${destination} did not take the message: it answered ${status}${why}.`) };
}

/** A server may repeat what it was asked for, in whatever spelling: each part of the address that is long enough to be a key is taken out. */
function withoutAddress({ href }: VettedTarget, body: string): string {
  const { pathname, search } = new URL(href);
  const parts = `${pathname}${search}`.split(/[/?&=]/).flatMap(spellingsOf);
  const keys = parts.filter((part) => part.length >= MIN_KEY_CHARS);
  return keys
    .reduce((text, key) => text.replaceAll(key, "[address]"), body)
    .slice(0, MAX_ANSWER_CHARS)
    .toWellFormed();
}
