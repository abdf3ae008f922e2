import { singleton } from "#lib/singleton.ts";
import { hub } from "./hub.ts";

/** What a stream's source may do. Both are safe after the reader left. */
export interface SseSink {
  /** Complete server-sent events; several may share one write. */
  send(text: string): void;
  close(): void;
}

const HEARTBEAT_MS = 10_000;
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
      const flush = (): void => {
        if (waiting && isOpen) controller.enqueue(encoder.encode(waiting));
        waiting = "";
      };
      const close = (): void => {
        if (!isOpen) return;
        flush();
        isOpen = false;
        leave();
        controller.close();
      };
      // What is said in one turn of the event loop is one write.
      const send = (text: string): void => {
        if (!waiting) setImmediate(flush);
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
