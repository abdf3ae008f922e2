import type { StepErrorCode } from "./step/step-errors.ts";

/** The model's server said in the middle of its answer that it failed, or answered with something else. `message` is what it said. */
export class ProviderStreamError extends Error {
  /** Undefined: its words tell what happened. */
  readonly code: StepErrorCode | undefined;

  constructor(message: string, code?: StepErrorCode) {
    super(message);
    this.name = "ProviderStreamError";
    this.code = code;
  }
}
