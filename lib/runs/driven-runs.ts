import { holdPresence } from "#db/presence.ts";
import { systemSql } from "#db/system.ts";
import { hub } from "#lib/events/hub.ts";
import type { Notice } from "#lib/events/notify.ts";
import { log } from "#lib/log.ts";
import { processId } from "#lib/process-identity.ts";
import { singleton } from "#lib/singleton.ts";
import { BEATS_MISSED_SECONDS, LEASE_SECONDS, type Lease } from "./lease.ts";

/** A run that this process drives, as far as its keeper must know it. */
export interface DrivenRun {
  readonly lease: Lease;
  readonly journal: { readonly isBegun: boolean };
  stop(cause: "cancel" | "shutdown" | "lease-lost"): void;
  /** What it knows of its member's rights and of the rules may be true no more. */
  forgetRights(): void;
}

/** Several in the time after which a process that shows no presence counts as dead. */
const BEAT_MS = (BEATS_MISSED_SECONDS * 1000) / 4;

/** Keeps the leases of this process's runs, in one statement a beat, and passes on Stop, shutdown and changes of rights. */
class DrivenRuns {
  readonly #runs = new Set<DrivenRun>();
  #timer: NodeJS.Timeout | null = null;

  constructor() {
    hub().on("notice", (notice) => {
      if (notice.type === "run-cancel") this.#stop(notice.runId, "cancel");
      else if (notice.type === "policy-changed" || notice.type === "access-changed") this.#forgetRights(notice);
    });
    hub().on("resync", () => {
      for (const run of this.#runs) run.forgetRights();
      void this.#beat();
    });
    hub().on("shutdown", () => {
      for (const run of this.#runs) run.stop("shutdown");
    });
    void hub().listen();
    holdPresence();
  }

  get size(): number {
    return this.#runs.size;
  }

  add(run: DrivenRun): void {
    this.#runs.add(run);
    if (hub().isShuttingDown) run.stop("shutdown");
    this.#timer ??= setInterval(() => void this.#beat(), BEAT_MS);
  }

  delete(run: DrivenRun): void {
    this.#runs.delete(run);
    if (this.#runs.size === 0 && this.#timer) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
  }

  #stop(runId: string, cause: "cancel" | "lease-lost"): void {
    for (const run of this.#runs) if (run.lease.runId === runId) run.stop(cause);
  }

  #forgetRights(notice: Extract<Notice, { type: "policy-changed" | "access-changed" }>): void {
    for (const run of this.#runs) {
      const { tenantId, userId } = run.lease;
      // Whosever rights they are: what somebody approved beforehand stands with theirs.
      if (notice.tenantId === tenantId || (notice.tenantId === null && "userId" in notice && notice.userId === userId)) run.forgetRights();
    }
  }

  async #beat(): Promise<void> {
    // A run that is not committed yet would be missed, and taken for lost.
    const beaten = [...this.#runs].filter((run) => run.journal.isBegun);
    if (beaten.length === 0) return;
    try {
      const leases = beaten.map(({ lease }) => ({ id: lease.runId, epoch: lease.epoch }));
      const held = await systemSql(
        (sql) => sql<{ id: string; epoch: number; isStopped: boolean }[]>`
          with mine as materialized (
            select r.id
              from runs r join jsonb_to_recordset(${sql.json(leases)}) as l (id uuid, epoch int) on r.id = l.id and r.epoch = l.epoch
             where r.lease_owner = ${processId()} and r.status = 'running'
             -- In one order everywhere: writers of events lock the same rows.
             order by r.id for no key update of r
          )
          update runs r set lease_until = now() + ${`${LEASE_SECONDS} seconds`}::interval from mine where r.id = mine.id
          returning r.id, r.epoch, r.cancel_requested_at is not null as "isStopped"`,
      );
      const alive = new Map(held.map((row) => [row.id, row]));
      for (const run of beaten) {
        const row = alive.get(run.lease.runId);
        // A run that ended meanwhile is no longer in the set.
        if (!this.#runs.has(run)) continue;
        if (!row || row.epoch !== run.lease.epoch) run.stop("lease-lost");
        else if (row.isStopped) run.stop("cancel");
      }
    } catch (error) {
      log.warn("lease-beat-failed", { error });
    }
  }
}

export function drivenRuns(): DrivenRuns {
  return singleton("driven-runs", () => new DrivenRuns());
}
