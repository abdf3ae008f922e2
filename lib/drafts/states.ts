/**
 * `draft`: can be changed, and sent when people agree. `sending`: a call has begun to. `sent`: the destination took it. `failed`: it certainly did not, so
 * that it may be changed, or sent by another call. `unknown`: nobody knows whether it did, so that it is never sent again.
 */
export const DRAFT_STATES = ["draft", "sending", "sent", "failed", "unknown"] as const;
export type DraftState = (typeof DRAFT_STATES)[number];

/** In which a draft can be changed, deleted and sent. */
export const OPEN_STATES: readonly DraftState[] = ["draft", "failed"];

/** How an attempt to send it ended. */
export interface DraftAnswer {
  /** A sentence for people and for the model. Nothing of the address stands in it. */
  words: string;
  /** What the destination answered, when it did: HTTP status, and the beginning of the body, which a stranger wrote. */
  status: number | null;
  body: string;
}
