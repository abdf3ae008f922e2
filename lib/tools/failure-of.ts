import { AppError } from "#lib/errors.ts";
import { ToolFailure } from "./outcome.ts";

/** What a verb says no to is something that the model can act on; a fault of ours comes back as it is. */
export function failureOf(error: unknown): unknown {
  return error instanceof AppError && error.status < 500
    ? new ToolFailure(error.code, error.message, { data: error.facts, cause: error })
    : error;
}
