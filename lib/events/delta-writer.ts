import { tenantDb } from "#db/tenant.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { singleton } from "#lib/singleton.ts";
import { type EventBatch, insertEvents } from "./insert-events.ts";
import { LeaseLost } from "./lease-lost.ts";

/** A driver whose streamed text waits to be written. */
export interface DeltaSource {
  readonly tenantId: TenantId;
  readonly runId: RunId;
  /** What is not written yet; empty while the source writes by itself. */
  takeEvents(): EventBatch | null;
  /** The events taken are on their way; nothing else of this run may be written before. */
  holdUntil(written: Promise<unknown>): void;
  /** They could not be written: another driver holds the run, or the database is gone. */
  fail(error: unknown): void;
}

/** How long text may gather: one commit carries the tokens of all runs of an organization in that time. */
const GATHER_MS = 40;

/** Has the source's events written soon, together with those of other runs: one flush in flight an organization. */
export function writeSoon(source: DeltaSource): void {
  const writers = singleton("delta-writers", () => new Map<TenantId, DeltaWriter>());
  let writer = writers.get(source.tenantId);
  if (!writer) {
    writer = new DeltaWriter(source.tenantId);
    writers.set(source.tenantId, writer);
  }
  writer.add(source);
}

class DeltaWriter {
  readonly #tenantId: TenantId;
  readonly #waiting = new Set<DeltaSource>();
  #isBusy = false;

  constructor(tenantId: TenantId) {
    this.#tenantId = tenantId;
  }

  add(source: DeltaSource): void {
    this.#waiting.add(source);
    if (this.#isBusy) return;
    this.#isBusy = true;
    setTimeout(this.#flush, GATHER_MS);
  }

  #flush = async (): Promise<void> => {
    const sources = [...this.#waiting];
    this.#waiting.clear();
    const taken = sources.flatMap((source) => {
      const batch = source.takeEvents();
      return batch ? [{ source, batch }] : [];
    });
    if (taken.length > 0) {
      const batches = taken.map(({ batch }) => batch);
      const written = tenantDb(this.#tenantId).hot((sql, last) => {
        last();
        return insertEvents(sql, this.#tenantId, batches);
      });
      for (const { source } of taken) source.holdUntil(written);
      try {
        const held = await written;
        for (const { source } of taken) if (!held.has(source.runId)) source.fail(new LeaseLost(source.runId));
      } catch (error) {
        for (const { source } of taken) source.fail(error);
      }
    }
    this.#isBusy = this.#waiting.size > 0;
    if (this.#isBusy) setTimeout(this.#flush, GATHER_MS);
  };
}
