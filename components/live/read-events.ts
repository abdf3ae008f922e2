/**
 * The `data` of each server-sent event of a response body, one by one (HTML Living Standard, 9.2; only what our server sends: one `data:` line
 * an event). `onBytes` hears of everything that arrives, heartbeats too.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) yield data.slice("data: ".length);
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
