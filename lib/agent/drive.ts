import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { tenantDb } from "#db/tenant.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import type { Authority } from "#lib/gate/index.ts";
import type { ClaimedRun } from "#lib/runs/claim-run.ts";
import { type DrivenRun, drivenRuns } from "#lib/runs/driven-runs.ts";
import type { RunState } from "#lib/runs/load-run-state.ts";
import { type Lease, RunJournal } from "#lib/runs/run-journal.ts";
import { composeHistory } from "./compose-prompt.ts";

/** Why a driver stops before the run has ended. */
export type StopCause = "cancel" | "shutdown" | "lease-lost";

/** A run in the hands of this process: its state in memory, its one writer, and how it is told to stop. */
export class Drive implements DrivenRun {
  readonly lease: Lease;
  readonly state: RunState;
  readonly journal: RunJournal;
  /** What was said before the run, as the model reads it. */
  readonly history: LanguageModelV4Prompt;
  readonly #stop = new AbortController();
  readonly #pause = new AbortController();
  stopCause: StopCause | null = null;

  constructor({ lease, state, begun }: ClaimedRun) {
    this.lease = lease;
    this.state = state;
    this.history = composeHistory(state);
    this.journal = new RunJournal(lease, { role: state.run.role, policy: state.policy }, state, begun);
    this.journal.signal.addEventListener("abort", () => this.stop("lease-lost"), { once: true });
    drivenRuns().add(this);
    if (state.run.isCancelRequested) this.stop("cancel");
  }

  /** Aborts tools and the model: Stop was pressed, or the run is another's. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Aborts the model alone: on shutdown a call under way may finish, a half answer is left to the next driver. */
  get modelSignal(): AbortSignal {
    return this.#pause.signal;
  }

  stop(cause: StopCause): void {
    if (this.stopCause && this.stopCause !== "shutdown") return;
    this.stopCause = cause;
    const reason = new Error(cause);
    this.#pause.abort(reason);
    if (cause !== "shutdown") this.#stop.abort(reason);
  }

  /** The member's rights as of the last transaction; someone who left has those of an auditor: none. */
  authority(): Authority {
    const { tenantId, userId } = this.lease;
    const { trigger, isDryRun } = this.state.run;
    return { tenantId, userId, role: this.journal.role ?? "auditor", entryPoint: trigger, policy: this.journal.policy, isDryRun };
  }

  get tenant(): TenantContext {
    const { tenantId, userId } = this.lease;
    return { tenantId, userId, role: (this.journal.role ?? "auditor") as Role, db: tenantDb(tenantId) };
  }

  end(): void {
    drivenRuns().delete(this);
    this.journal.close();
  }
}
