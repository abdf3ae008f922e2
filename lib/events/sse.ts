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
  return new Response(new SseStream(open).body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}

class SseStream implements SseSink {
  readonly body: ReadableStream<Uint8Array>;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #stop: (() => void) | null = null;
  #isOpen = true;
  /** Sent, and not written yet. */
  #waiting = "";
  #written = 0;
  /** Writes that may be made at once; it grows with time. */
  #credit = WRITES_AT_ONCE;
  #creditedAt = 0;
  /** Writes that the reader had taken at the last beat. */
  #taken = 0;
  #idleBeats = 0;

  constructor(open: (sink: SseSink) => () => void) {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        openStreams().add(this);
        this.#stop = open(this);
        if (!this.#isOpen) this.#stop();
      },
      cancel: () => {
        this.#isOpen = false;
        this.#leave();
      },
    });
  }

  send = (text: string): void => {
    if (!this.#waiting) this.#schedule();
    this.#waiting += text;
  };

  close = (): void => {
    if (!this.#isOpen) return;
    this.#flush();
    this.#isOpen = false;
    this.#leave();
    this.#controller?.close();
  };

  /** A sign of life to the reader, and a look whether there is one. */
  beat(): void {
    const unread = 1 - (this.#controller?.desiredSize ?? 1);
    this.#idleBeats = unread > 0 && this.#written - unread === this.#taken ? this.#idleBeats + 1 : 0;
    this.#taken = this.#written - unread;
    if (this.#idleBeats >= STUCK_AFTER_BEATS) this.close();
    else if (unread === 0) this.send(": \n\n");
  }

  #schedule(): void {
    const now = performance.now();
    this.#credit = Math.min(WRITES_AT_ONCE, this.#credit + (now - this.#creditedAt) / WRITE_GAP_MS);
    this.#creditedAt = now;
    // In one go with what else is said now, and before the event loop turns to what came in meanwhile.
    if (this.#credit >= 1) queueMicrotask(this.#flush);
    else setTimeout(this.#flush, WRITE_GAP_MS);
    this.#credit -= 1;
  }

  #flush = (): void => {
    if (!this.#waiting || !this.#isOpen) return;
    this.#controller?.enqueue(encoder.encode(this.#waiting));
    this.#written += 1;
    this.#waiting = "";
  };

  #leave(): void {
    openStreams().delete(this);
    this.#stop?.();
  }
}

/** All open streams of this process; one timer beats for them all. */
function openStreams(): Set<SseStream> {
  return singleton("sse-streams", () => {
    const streams = new Set<SseStream>();
    setInterval(() => {
      for (const stream of [...streams]) stream.beat();
    }, HEARTBEAT_MS).unref();
    hub().on("shutdown", () => {
      for (const stream of [...streams]) stream.close();
    });
    return streams;
  });
}
