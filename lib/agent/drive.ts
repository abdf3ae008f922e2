import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { UIMessage } from "ai";
import { tenantDb } from "#db/tenant.ts";
import { DEFAULT_ITERATIONS } from "#lib/agent-profiles/agent-settings.ts";
import { ROLE_OF_WHO_LEFT, type TenantContext } from "#lib/context.ts";
import { type Authority, kindsRead } from "#lib/gate/index.ts";
import type { ClaimedRun } from "#lib/runs/claim-run.ts";
import { type DrivenRun, drivenRuns } from "#lib/runs/driven-runs.ts";
import type { Lease } from "#lib/runs/lease.ts";
import { rightsOf } from "#lib/runs/rights.ts";
import { RunJournal } from "#lib/runs/run-journal.ts";
import type { CallRow, RunState } from "#lib/runs/run-state.ts";
import { composeHistory } from "./compose-prompt.ts";

/** Why a driver stops before the run has ended. */
export type StopCause = "cancel" | "shutdown" | "lease-lost" | "timeout";

/** A run in the hands of this process: its state in memory, its one writer, and how it is told to stop. */
export class Drive implements DrivenRun {
  readonly lease: Lease;
  readonly state: RunState;
  readonly journal: RunJournal;
  /** What was said before the run, as the model reads it; less of it when its server cannot take it all. */
  history: LanguageModelV4Prompt;
  /** How much of each result of this run the model reads. */
  maxResultChars = Number.POSITIVE_INFINITY;
  readonly #stop = new AbortController();
  readonly #pause = new AbortController();
  stopCause: StopCause | null = null;
  /** Tokens of the last question to the model, as far as this driver knows. */
  questionTokens: number | undefined;
  #clock: NodeJS.Timeout | undefined;
  #areRightsKnown = true;

  constructor({ lease, state, begun }: ClaimedRun) {
    this.lease = lease;
    this.state = state;
    this.history = composeHistory(state);
    const { run, chunks, lastSeq } = state;
    this.journal = new RunJournal(lease, rightsOf(state), { chunks, lastSeq, activeMs: run.activeMs }, begun);
    this.journal.signal.addEventListener("abort", () => this.stop("lease-lost"), { once: true });
    drivenRuns().add(this);
    if (run.isCancelRequested) this.stop("cancel");
    this.#watchTime();
  }

  /** Aborts tools and the model: Stop was pressed, the time is over, or the run is another's. */
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

  /** What was said in a step that was never stored: its driver died, or let go. Null when every step that began was stored. */
  get openStep(): UIMessage["parts"] | null {
    const { parts } = this.journal.fold;
    const begun = parts.filter((part) => part.type === "step-start").length;
    return begun > this.state.run.step ? parts.slice(parts.findLastIndex((part) => part.type === "step-start") + 1) : null;
  }

  /** The calls of this run, in the order in which they were asked for; the state holds those of its history too. */
  get calls(): CallRow[] {
    return this.state.calls.filter((call) => call.runId === this.state.run.id);
  }

  /** Rounds of tool calls that the run may take. */
  get maxIterations(): number {
    return this.state.agent?.settings?.iterations ?? DEFAULT_ITERATIONS;
  }

  forgetRights(): void {
    this.#areRightsKnown = false;
  }

  /**
   * The member's rights and the rules: as of the last transaction, and when something of them was changed since (a long answer, a long command), as of
   * one made now. What was read is that of the calls recorded up to now.
   */
  async authority(): Promise<Authority> {
    if (!this.#areRightsKnown) {
      this.#areRightsKnown = true;
      await this.journal.relearn();
    }
    const { tenantId, userId } = this.lease;
    const { trigger, isDryRun } = this.state.run;
    const { role, policy, agent, grants, serverTools, setUp } = this.journal.rights;
    const facts = { role: role ?? ROLE_OF_WHO_LEFT, entryPoint: trigger, afterReading: kindsRead(this.state.readFrom), isDryRun };
    return { tenantId, userId, ...facts, policy, agent, grants, serverTools, setUp };
  }

  get tenant(): TenantContext {
    const { tenantId, userId } = this.lease;
    return { tenantId, userId, role: this.journal.rights.role ?? ROLE_OF_WHO_LEFT, db: tenantDb(tenantId) };
  }

  /** Looks again when the time should be over: the limit may have been changed meanwhile. */
  #watchTime(): void {
    const { activeMsPerRun } = this.journal.rights.allowance.limits;
    if (activeMsPerRun === null) return;
    const leftMs = activeMsPerRun - this.journal.activeMs;
    if (leftMs <= 0) this.stop("timeout");
    else this.#clock = setTimeout(() => this.#watchTime(), leftMs);
  }

  end(): void {
    clearTimeout(this.#clock);
    drivenRuns().delete(this);
    this.journal.close();
  }
}
