import type { PartialStep } from "./step-types.ts";

export type StepErrorCode =
  | "rate_limited"
  | "quota_exhausted"
  | "unauthorized"
  | "model_not_found"
  | "context_too_long"
  | "bad_request"
  | "server_error"
  | "connection_failed"
  | "connection_cut"
  | "bad_answer";

/**
 * The model did not finish its answer. `message` is for a person. The provider's own error is not kept as `cause`: it carries the whole
 * conversation, which does not belong into a log.
 */
export class StepError extends Error {
  readonly code: StepErrorCode;
  readonly partial: PartialStep;
  /** HTTP requests that were made. */
  readonly attempts: number;

  constructor(code: StepErrorCode, message: string, partial: PartialStep, attempts: number) {
    super(message);
    this.name = "StepError";
    this.code = code;
    this.partial = partial;
    this.attempts = attempts;
  }
}

/** The step's signal was aborted: Stop, a lost lease, a time limit. */
export class StepAborted extends Error {
  readonly partial: PartialStep;

  constructor(partial: PartialStep, cause: unknown) {
    super("The model's answer was stopped.", { cause });
    this.name = "StepAborted";
    this.partial = partial;
  }
}
