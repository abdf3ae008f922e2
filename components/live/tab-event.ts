import type { UIMessageChunk } from "ai";

/** What the server tells a tab through its one stream (`GET /api/events`). */
export type TabEvent =
  /** The stream is open. `isAgain`: it was open before, so something may have been missed. `pending`: approvals that wait, when it says so. */
  | { type: "ready"; pending: number | null; isAgain: boolean }
  | { type: "run"; runId: string; chatId: string; events: [seq: number, chunk: UIMessageChunk][] }
  | { type: "run-end"; runId: string; chatId: string }
  | { type: "chat-changed"; chatId: string }
  | { type: "approval-changed"; approvalId: string; chatId: string; pending: number }
  | { type: "schedule-changed" }
  | { type: "policy-changed" };

/** What comes over the wire: `resync` says that the server itself may have missed something. */
export type WireEvent = Exclude<TabEvent, { type: "ready" }> | { type: "ready"; pending: number } | { type: "resync" };
