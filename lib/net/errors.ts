/** One request of a fetch: what was asked and, when an answer came, its status. */
export interface Hop {
  url: string;
  status: number | null;
}

/** A target that must not be dialled. Thrown before any connection to it; `message` names the canonical host and why. */
export class BlockedTarget extends Error {
  readonly reason: "invalid_url" | "blocked";

  constructor(reason: BlockedTarget["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BlockedTarget";
    this.reason = reason;
  }
}

export type FetchFailureCode =
  | "timeout"
  | "blocked_redirect"
  | "too_many_redirects"
  | "connection_failed"
  | "tls_failed"
  | "bad_response"
  | "too_large";

/** A fetch that was begun and could not be finished. `hops` lists the requests that were made, in order. */
export class FetchFailure extends Error {
  readonly code: FetchFailureCode;
  hops: readonly Hop[] = [];

  constructor(code: FetchFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FetchFailure";
    this.code = code;
  }
}
