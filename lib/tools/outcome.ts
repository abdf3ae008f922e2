import type { ReadFrom } from "./read-from.ts";

/** Why a call did not run. All of these mean that nothing happened in the world. */
export const REFUSAL_KINDS = [
  "invalid_call",
  "gate_denied",
  "quota_exceeded",
  "approval_denied",
  "approval_expired",
  "approval_unavailable",
  "run_cancelled",
  "dry_run",
] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** The recorded outcome of every call, whatever became of it: one shape for rows, pages, API and audit. */
export interface ToolOutcome {
  ok: boolean;
  /** False: the handler was never started. A call that ran and failed has `executed: true, ok: false`. */
  executed: boolean;
  data: unknown;
  errorCode: string | null;
  /** One sentence for a person and for the model. */
  message: string | null;
  retryable: boolean;
  truncated: boolean;
  /** Where to go on reading when `truncated`. */
  cursor?: string | number;
  durationMs: number;
}

/** What a handler gives back when it succeeded. `text` is what the model reads; `data` is what the record and the page keep. */
export interface ToolResult {
  data: unknown;
  text: string;
  truncated?: boolean;
  cursor?: string | number;
  /** Whose text from outside stands in `text`; absent: nobody's. */
  readFrom?: Partial<ReadFrom>;
}

/** The handler ran and could not do it: recorded as `failed`, `executed: true`. Thrown by tools; `code` is stable lower_snake_case. */
export class ToolFailure extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly data: unknown;
  /** Whose text from outside stands in the message; undefined: nobody's. */
  readonly readFrom: Partial<ReadFrom> | undefined;

  constructor(
    code: string,
    message: string,
    options: { retryable?: boolean; data?: unknown; readFrom?: Partial<ReadFrom> | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ToolFailure";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.data = options.data ?? null;
    this.readFrom = options.readFrom;
  }
}

/** A check before execution said no: recorded as `refused`, `executed: false`. Thrown by a tool's `prepare` (and by nothing that has acted). */
export class ToolRefusal extends Error {
  readonly code:
    | "blocked_path"
    | "blocked_command"
    | "blocked_address"
    | "sandbox_unavailable"
    | "invalid_arguments"
    | "tool_not_allowed"
    | "tool_not_found";

  constructor(code: ToolRefusal["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ToolRefusal";
    this.code = code;
  }
}
