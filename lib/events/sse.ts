import { singleton } from "#lib/singleton.ts";
import { hub } from "./hub.ts";

/** What a stream's source may do. Both are safe after the reader left. */
export interface SseSink {
  /** Complete server-sent events; several may share one write. */
  send(text: string): void;
  close(): void;
}

const HEARTBEAT_MS = 10_000;
/** What comes within this time of the last write waits for it and shares the next: no eye sees the difference, and each write is a system call. */
const WRITE_GAP_MS = 4;
const encoder = new TextEncoder();

/**
 * A `text/event-stream` answer fed by `open`, which returns how to stop. Comments keep proxies awake; the stream closes when the process
 * shuts down, and readers resume from their last `id`.
 */
export function sseResponse(headers: Record<string, string>, open: (sink: SseSink) => () => void): Response {
  let stop: (() => void) | null = null;
  let stream: SseSink | null = null;
  let isOpen = true;
  const leave = (): void => {
    if (stream) openStreams().delete(stream);
    stop?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let waiting = "";
      let writes = 0;
      let writtenAt = 0;
      const flush = (): void => {
        if (!waiting || !isOpen) return;
        controller.enqueue(encoder.encode(waiting));
        waiting = "";
        writes += 1;
        writtenAt = performance.now();
      };
      const close = (): void => {
        if (!isOpen) return;
        flush();
        isOpen = false;
        leave();
        controller.close();
      };
      // What is said in one turn of the event loop is one write. The first carries the head alone, and the words behind it are awaited.
      const send = (text: string): void => {
        if (!waiting) {
          const isBusy = writes > 1 && performance.now() - writtenAt < WRITE_GAP_MS;
          if (isBusy) setTimeout(flush, WRITE_GAP_MS);
          else setImmediate(flush);
        }
        waiting += text;
      };
      stream = { send, close };
      openStreams().add(stream);
      stop = open(stream);
      if (!isOpen) stop();
    },
    cancel() {
      isOpen = false;
      leave();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

/** All open streams of this process; one timer beats for them all. */
function openStreams(): Set<SseSink> {
  return singleton("sse-streams", () => {
    const streams = new Set<SseSink>();
    setInterval(() => {
      for (const stream of streams) stream.send(": \n\n");
    }, HEARTBEAT_MS).unref();
    hub().on("shutdown", () => {
      for (const stream of [...streams]) stream.close();
    });
    return streams;
  });
}
