import type { UIMessageChunk } from "ai";
import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { type DeltaSource, writeSoon } from "#lib/events/delta-writer.ts";
import { type EventBatch, insertEvents } from "#lib/events/insert-events.ts";
import { LiveRun, liveRuns, type RunEvent } from "#lib/events/live-run.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { type Held, holdLease, type Lease } from "./lease.ts";
import { MessageFold } from "./message-fold.ts";
import { learned, type Rights } from "./rights.ts";

/** Statements of one transaction, all sent before the first is waited for: the commit is on its way behind them (but see `RunJournal.decide`). */
export type Write<T = unknown> = (sql: TenantSql) => PromiseLike<T>;

/** How long a write that nobody waits for may wait for company: less than any model takes to begin its next answer. */
const BEHIND_MS = 10;

/** Room for the events of one driver; the next one's begin above, so a reader's place is never taken twice. */
const EVENTS_AN_EPOCH = 1_000_000;

interface Queued {
  write: Write;
  /** It stands in a transaction of its own, in which it may wait for answers. */
  decides?: true;
  done: (value: unknown) => void;
  failed: (error: unknown) => void;
}

/**
 * The one writer of a driven run. Everything goes to the database in the order in which it was said: streamed text in small batches,
 * steps and results as transactions, one in flight, what arrives meanwhile is the next. Each transaction proves that the lease still
 * holds; when it does not, `signal` aborts and nothing more is written.
 */
export class RunJournal implements DeltaSource {
  readonly tenantId: TenantId;
  readonly runId: RunId;
  readonly fold: MessageFold;
  /** As of the last transaction; what is looked at less often, as of the last `relearn`. */
  rights: Rights;

  readonly #lease: Lease;
  readonly #live: LiveRun;
  readonly #lost = new AbortController();
  #unwritten: RunEvent[] = [];
  #queue: Queued[] = [];
  #inFlight: Promise<unknown> = Promise.resolve();
  #isPumping = false;
  #isBegun = true;
  #mustRelearn = false;
  #behind: NodeJS.Timeout | null = null;
  /** When the drivers before this one would have begun, had they never stopped; monotonic. */
  readonly #activeSince: number;

  constructor(
    lease: Lease,
    rights: Rights,
    earlier: { chunks: readonly UIMessageChunk[]; lastSeq: number; activeMs: number },
    begun?: Promise<unknown>,
  ) {
    this.tenantId = lease.tenantId;
    this.runId = lease.runId;
    this.rights = rights;
    this.#activeSince = performance.now() - earlier.activeMs;
    this.#lease = lease;
    this.fold = new MessageFold();
    for (const chunk of earlier.chunks) this.fold.add(chunk);
    this.#live = new LiveRun(lease.epoch * EVENTS_AN_EPOCH, earlier.lastSeq);
    liveRuns().set(lease.runId, this.#live);
    if (!begun) return;
    this.#isPumping = true;
    this.#isBegun = false;
    begun.then(
      () => {
        this.#isBegun = true;
        return this.#pump();
      },
      (error) => this.fail(error),
    );
  }

  /** False while the commit that stores the run and takes its lease is under way: until then others cannot see either. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Aborts when the lease is lost or the database is gone. */
  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  /** How long the run has been at work, its earlier drivers included; every transaction stores it. */
  get activeMs(): number {
    return Math.round(performance.now() - this.#activeSince);
  }

  /** Streams chunks to readers now; they are durable within moments. */
  append(chunks: readonly UIMessageChunk[]): void {
    if (this.signal.aborted || chunks.length === 0) return;
    const events = this.#stage(chunks);
    this.#live.publish(events);
    if (!this.#isPumping) writeSoon(this);
  }

  /** The run's last words: readers hear them when the transaction that ends the run is durable, so that what they ask next is true. */
  async writeLast<T>(chunks: readonly UIMessageChunk[], write: Write<T>): Promise<T> {
    const events = this.#stage(chunks);
    const result = await this.write(write);
    this.#live.publish(events);
    return result;
  }

  /** Has a transaction written after everything before it, together with the events appended so far. Resolves when it is durable. */
  write<T>(write: Write<T>): Promise<T> {
    return this.#enqueue({ write });
  }

  /**
   * Reads anew what the database says of the member's rights, with the standing approvals and the tools of MCP servers, which other transactions do
   * not look at.
   */
  async relearn(): Promise<void> {
    this.#mustRelearn = true;
    await this.write(async () => undefined);
  }

  /**
   * The same as `write` for what is decided in the transaction by what it finds there: `write` may wait for one statement before it makes the next,
   * and what it appends is stored with it. Costs a round trip for each wait.
   */
  decide<T>(write: Write<T>): Promise<T> {
    return this.#enqueue({ write, decides: true });
  }

  #enqueue<T>(queued: { write: Write<T>; decides?: true }): Promise<T> {
    if (this.signal.aborted) return Promise.reject(this.signal.reason);
    const written = new Promise<T>((done, failed) => {
      this.#queue.push({ ...queued, done: done as Queued["done"], failed });
    });
    if (!this.#isPumping) void this.#pump();
    return written;
  }

  /**
   * The same for what nobody waits for: it is written a moment later, in one transaction with what else is said until then, and before
   * anything that is written after it. A failure aborts `signal`.
   */
  writeBehind(write: Write): void {
    if (this.signal.aborted) return;
    this.#queue.push({ write, done: () => undefined, failed: () => undefined });
    if (this.#isPumping || this.#behind) return;
    this.#behind = setTimeout(() => {
      this.#behind = null;
      if (!this.#isPumping) void this.#pump();
    }, BEHIND_MS);
  }

  /** Ends the run's live life in this process: readers go on from the log. Call after the last write is durable. */
  close(): void {
    if (liveRuns().get(this.runId) === this.#live) liveRuns().delete(this.runId);
    this.#live.close();
  }

  takeEvents(): EventBatch | null {
    if (this.#isPumping) return null;
    return this.#take();
  }

  holdUntil(written: Promise<unknown>): void {
    this.#inFlight = written.catch(() => undefined);
  }

  fail(error: unknown): void {
    if (this.signal.aborted) return;
    this.#lost.abort(error);
    if (this.#behind) clearTimeout(this.#behind);
    for (const { failed } of this.#queue.splice(0)) failed(error);
  }

  #stage(chunks: readonly UIMessageChunk[]): RunEvent[] {
    for (const chunk of chunks) this.fold.add(chunk);
    const events = this.#live.stage(chunks);
    for (const event of events) this.#unwritten.push(event);
    return events;
  }

  #take(): EventBatch | null {
    if (this.#unwritten.length === 0) return null;
    const events = this.#unwritten;
    this.#unwritten = [];
    return { runId: this.runId, epoch: this.#lease.epoch, events };
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      await this.#inFlight;
      while (this.#queue.length > 0 && !this.signal.aborted) await this.#commit(this.#nextBatch());
    } finally {
      this.#isPumping = false;
      if (this.#unwritten.length > 0 && !this.signal.aborted) writeSoon(this);
    }
  }

  /** All that waits, up to what must decide by itself. */
  #nextBatch(): Queued[] {
    const deciding = this.#queue.findIndex(({ decides }) => decides);
    return this.#queue.splice(0, deciding < 0 ? this.#queue.length : Math.max(deciding, 1));
  }

  async #commit(batch: Queued[]): Promise<void> {
    try {
      const values = batch[0]?.decides ? await this.#decideNow(batch[0].write) : await this.#writeAtOnce(batch);
      batch.forEach(({ done }, index) => {
        done(values[index]);
      });
    } catch (error) {
      for (const { failed } of batch) failed(error);
      this.fail(error);
    }
  }

  #writeAtOnce(batch: Queued[]): Promise<unknown[]> {
    const events = this.#take();
    return tenantDb(this.tenantId).hot(async (sql, last) => {
      last();
      // The fence is first on the wire: when it finds no lease, it fails, and the rest with it.
      const fence = this.#holdLease(sql);
      const told = events ? insertEvents(sql, this.tenantId, [events]) : null;
      const written = together(batch.map(({ write }) => write(sql)));
      const [held, results] = await together([fence, written, told]);
      this.#learn(held);
      return results;
    });
  }

  #decideNow(write: Write): Promise<unknown[]> {
    return tenantDb(this.tenantId).hot(async (sql) => {
      this.#learn(await this.#holdLease(sql));
      const value = await write(sql);
      const events = this.#take();
      if (events) await insertEvents(sql, this.tenantId, [events]);
      return [value];
    });
  }

  #holdLease(sql: TenantSql): Promise<Held> {
    const relearns = this.#mustRelearn;
    this.#mustRelearn = false;
    return holdLease(sql, this.#lease, { activeMs: this.activeMs, relearns, agentId: this.rights.agent?.id ?? null });
  }

  #learn(held: Held): void {
    this.rights = learned(this.tenantId, this.rights, held);
  }
}
