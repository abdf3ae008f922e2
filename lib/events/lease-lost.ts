import type { RunId } from "#lib/ids.ts";

/** Thrown when another driver holds the run now: whatever this one still wants to write is void. */
export class LeaseLost extends Error {
  constructor(runId: RunId) {
    super(`This process no longer holds the lease of run ${runId}.`);
    this.name = "LeaseLost";
  }
}
