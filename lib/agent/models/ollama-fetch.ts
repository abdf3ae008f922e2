import { setImmediate as nextTurn } from "node:timers/promises";
import { httpFetch } from "./http-fetch.ts";
import { ProviderStreamError } from "./provider-stream-error.ts";

/**
 * `fetch` for Ollama's provider, which does not know the line `{"error": "…"}` that Ollama puts into a stream that fails: it would report
 * a malformed answer, and print it. Here that line ends the stream with the server's own words.
 */
export const ollamaFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await httpFetch(input, init);
  if (!response.ok || !response.body) return response;
  return new Response(endAtErrorLine(response.body), { status: response.status, headers: response.headers });
};

function endAtErrorLine(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let failure: ProviderStreamError | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (failure) {
          // An error overtakes what is still on its way through the provider's streams.
          await nextTurn();
          return controller.error(failure);
        }
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const at = errorLineAt(value);
        if (at < 0) return controller.enqueue(value);
        failure = new ProviderStreamError(wordsIn(value.subarray(at)));
        void reader.cancel(failure).catch(() => {});
        if (at > 0) controller.enqueue(value.subarray(0, at));
        else controller.error(failure);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

const LINE = '{"error":';

/** Ollama writes a line at a time, so that one is never split here. */
function errorLineAt(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.subarray(0, LINE.length).toString("latin1") === LINE) return 0;
  const at = buffer.indexOf(`\n${LINE}`);
  return at < 0 ? -1 : at + 1;
}

function wordsIn(line: Uint8Array): string {
  const text = Buffer.from(line).toString().trim();
  try {
    const { error }: { error?: unknown } = JSON.parse(text);
    return typeof error === "string" ? error : JSON.stringify(error);
  } catch {
    return text;
  }
}
