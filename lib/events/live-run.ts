import type { UIMessageChunk } from "ai";
import type { RunId } from "#lib/ids.ts";
import { singleton } from "#lib/singleton.ts";

/** One chunk and its place in the run's log. */
export interface RunEvent {
  readonly seq: number;
  readonly chunk: UIMessageChunk;
  /** The chunk as JSON; made once, for the log and for whatever the number of readers. */
  readonly json: string;
}

interface Reader {
  events(events: readonly RunEvent[]): void;
  /** The driver let go: what follows comes from the log. */
  closed(): void;
}

/**
 * The events of a run that this process drives, in memory, so that readers in the same process need not wait for a commit. Text may be
 * read here before it is durable: if the process dies, the next driver takes the step back (`reset-step`) before it streams it again.
 */
export class LiveRun {
  readonly events: RunEvent[] = [];
  readonly #readers = new Set<Reader>();
  #lastSeq: number;
  /** The last event that an earlier driver left in the log; 0 when there was none. Everything after it is in memory. */
  readonly previousSeq: number;

  constructor(baseSeq: number, previousSeq: number) {
    this.previousSeq = previousSeq;
    this.#lastSeq = baseSeq;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Gives chunks their places in the log, and tells nobody yet. */
  stage(chunks: readonly UIMessageChunk[]): RunEvent[] {
    return chunks.map((chunk) => ({ seq: ++this.#lastSeq, chunk, json: JSON.stringify(chunk) }));
  }

  /** Tells the readers of staged events, in the order in which they were staged. */
  publish(events: readonly RunEvent[]): void {
    for (const event of events) this.events.push(event);
    for (const reader of this.#readers) reader.events(events);
  }

  /** Tells `reader` what comes. Returns how to stop. */
  follow(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  close(): void {
    for (const reader of [...this.#readers]) reader.closed();
    this.#readers.clear();
  }
}

/** The runs that this process drives now. */
export function liveRuns(): Map<RunId, LiveRun> {
  return singleton("live-runs", () => new Map<RunId, LiveRun>());
}
