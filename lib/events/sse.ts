import { singleton } from "#lib/singleton.ts";
import { hub } from "./hub.ts";

/** What a stream's source may do. Both are safe after the reader left. */
export interface SseSink {
  /** Complete server-sent events; several may share one write. */
  send(text: string): void;
  close(): void;
}

const HEARTBEAT_MS = 10_000;
/** A reader that has taken nothing for so long, although there is something, has gone or is stuck; what waits for it would grow without end. */
const STUCK_AFTER_BEATS = 6;
/**
 * Each write is a system call, and no eye sees milliseconds: a stream may make this many at once, which is more than any first word needs, and then
 * one in so long.
 */
const WRITES_AT_ONCE = 4;
const WRITE_GAP_MS = 4;
const encoder = new TextEncoder();

/**
 * A `text/event-stream` answer fed by `open`, which returns how to stop. Comments keep proxies awake; the stream closes when the process
 * shuts down, or when its reader has taken nothing for a minute, and readers resume from their last `id`.
 */
export function sseResponse(headers: Record<string, string>, open: (sink: SseSink) => () => void): Response {
  let stop: (() => void) | null = null;
  let stream: OpenStream | null = null;
  let isOpen = true;
  const leave = (): void => {
    if (stream) openStreams().delete(stream);
    stop?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let waiting = "";
      let written = 0;
      let credit = WRITES_AT_ONCE;
      let creditedAt = 0;
      const flush = (): void => {
        if (!waiting || !isOpen) return;
        controller.enqueue(encoder.encode(waiting));
        written += 1;
        waiting = "";
      };
      const close = (): void => {
        if (!isOpen) return;
        flush();
        isOpen = false;
        leave();
        controller.close();
      };
      const schedule = (): void => {
        const now = performance.now();
        credit = Math.min(WRITES_AT_ONCE, credit + (now - creditedAt) / WRITE_GAP_MS);
        creditedAt = now;
        // In one go with what else is said now, and before the event loop turns to what came in meanwhile.
        if (credit >= 1) queueMicrotask(flush);
        else setTimeout(flush, WRITE_GAP_MS);
        credit -= 1;
      };
      const send = (text: string): void => {
        if (!waiting) schedule();
        waiting += text;
      };
      let taken = 0;
      let idleBeats = 0;
      const beat = (): void => {
        const unread = 1 - (controller.desiredSize ?? 1);
        idleBeats = unread > 0 && written - unread === taken ? idleBeats + 1 : 0;
        taken = written - unread;
        if (idleBeats >= STUCK_AFTER_BEATS) close();
        else if (unread === 0) send(": \n\n");
      };
      stream = { send, close, beat };
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

interface OpenStream extends SseSink {
  /** A sign of life to the reader, and a look whether there is one. */
  beat(): void;
}

/** All open streams of this process; one timer beats for them all. */
function openStreams(): Set<OpenStream> {
  return singleton("sse-streams", () => {
    const streams = new Set<OpenStream>();
    setInterval(() => {
      for (const stream of [...streams]) stream.beat();
    }, HEARTBEAT_MS).unref();
    hub().on("shutdown", () => {
      for (const stream of [...streams]) stream.close();
    });
    return streams;
  });
}
