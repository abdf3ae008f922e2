import type { TenantDb } from "#db/tenant.ts";
import type { RunId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { hub } from "./hub.ts";
import { liveRuns, type RunEvent } from "./live-run.ts";
import type { Notice } from "./notify.ts";
import { readEvents } from "./read-events.ts";

/** Who wants to hear of a run. `end` is called once, after the last event. */
export interface RunReader {
  events(events: readonly RunEvent[]): void;
  end(): void;
}

const ENDED: readonly string[] = ["succeeded", "failed", "cancelled"];

/**
 * Tells `reader` every event of a run after `after`, each once and in order, from memory when this process drives the run and from the log
 * otherwise, for as long as it lasts. Safe to start at any point, also after the run ended.
 *
 * @returns how to stop early
 */
export function followRun(db: TenantDb, runId: RunId, after: number, reader: RunReader): () => void {
  return new Follower(db, runId, after, reader).start();
}

class Follower {
  readonly #db: TenantDb;
  readonly #runId: RunId;
  readonly #reader: RunReader;
  #last: number;
  #isOver = false;
  #isReading = false;
  #mustReadAgain = false;
  #unfollow: (() => void) | null = null;

  constructor(db: TenantDb, runId: RunId, after: number, reader: RunReader) {
    this.#db = db;
    this.#runId = runId;
    this.#last = after;
    this.#reader = reader;
  }

  start(): () => void {
    hub().on("notice", this.#onNotice);
    hub().on("resync", this.#read);
    void hub().listen();
    if (!this.#followLive()) void this.#read();
    return this.#stop;
  }

  #stop = (): void => {
    this.#isOver = true;
    this.#unfollow?.();
    this.#unfollow = null;
    hub().off("notice", this.#onNotice);
    hub().off("resync", this.#read);
  };

  #onNotice = (notice: Notice): void => {
    if (!this.#unfollow && notice.type === "run-events" && notice.runId === this.#runId) void this.#read();
  };

  /** True when memory holds all that this reader still lacks. */
  #followLive(): boolean {
    const live = liveRuns().get(this.#runId);
    if (!live || this.#last < live.previousSeq) return false;
    this.#deliver(live.events);
    if (this.#isOver) return true;
    this.#unfollow = live.follow({
      events: (events) => this.#deliver(events),
      closed: () => {
        this.#unfollow = null;
        void this.#read();
      },
    });
    return true;
  }

  #read = async (): Promise<void> => {
    if (this.#isReading) {
      this.#mustReadAgain = true;
      return;
    }
    this.#isReading = true;
    try {
      do {
        this.#mustReadAgain = false;
        const found = await readEvents(this.#db, this.#runId, this.#last);
        if (this.#isOver || this.#unfollow) return;
        if (found) this.#deliver(found.events);
        if (!this.#isOver && (!found || ENDED.includes(found.status))) this.#finish();
        else this.#joinLive();
      } while (this.#mustReadAgain && !this.#isOver && !this.#unfollow);
    } catch (error) {
      // The next notice or resync reads again; nothing is skipped, because `#last` has not moved.
      log.warn("run-events-unread", { runId: this.#runId, error });
    } finally {
      this.#isReading = false;
    }
  };

  /** The log was read up to where this process's own memory begins, so memory takes over. */
  #joinLive(): void {
    if (!this.#isOver && !this.#unfollow) this.#followLive();
  }

  #deliver(events: readonly RunEvent[]): void {
    if (this.#isOver) return;
    const fresh = events.length > 0 && (events[0]?.seq ?? 0) > this.#last ? events : events.filter((event) => event.seq > this.#last);
    const last = fresh.at(-1);
    if (!last) return;
    this.#last = last.seq;
    this.#reader.events(fresh);
    if (fresh.some((event) => event.chunk.type === "finish" || event.chunk.type === "abort")) this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#stop();
    this.#reader.end();
  }
}
