/**
 * An error that a caller can act on. The route wrapper and the job runner translate it once, to a problem document (RFC 9457)
 * or to a recorded reason; everything else that is thrown is a fault of ours and becomes 500 `internal_error`.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly facts: Record<string, unknown>;

  constructor(code: keyof typeof STATUS_OF_CODE, detail: string, facts: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(detail, options);
    this.name = "AppError";
    this.code = code;
    this.status = STATUS_OF_CODE[code];
    this.facts = facts;
  }
}

/** Every code that the API answers with, and its HTTP status. Codes are stable: clients switch on them. */
export const STATUS_OF_CODE = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_an_approver: 403,
  requester_excluded: 403,
  tool_not_allowed: 403,
  cross_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  already_decided: 409,
  digest_mismatch: 409,
  expired: 409,
  illegal_transition: 409,
  run_in_progress: 409,
  agent_unavailable: 409,
  version_conflict: 409,
  last_owner: 409,
  already_set_up: 409,
  email_taken: 409,
  invitation_used: 409,
  page_outdated: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

/** One failed check of an input: where (JSON path, dotted) and what is wrong, in words for a person. */
export interface InputIssue {
  path: string;
  message: string;
}

/** 400 `invalid_request` with the list of issues that the contract asks for. */
export function invalidRequest(issues: InputIssue[]): AppError {
  const first = issues[0];
  const detail = first ? `${first.path ? `${first.path}: ` : ""}${first.message}` : "The request is not valid.";
  return new AppError("invalid_request", detail, { issues });
}

/** The one answer for an id that does not exist, is malformed, or belongs to another organization. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `No such ${what}.`);
}

/** What is read; null when it answers 404. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/** The message of anything thrown, for logs and records; never a stack. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
