import type { ApprovalId, ChatId, RunId, TenantId, UserId } from "#lib/ids.ts";

/** The one channel that every process listens on. */
export const CHANNEL = "countersign";

/**
 * What processes tell each other. Ids only: whoever receives one reads the rows through a tenant handle. A lost notice costs time, never
 * truth: readers look again after a reconnect.
 */
export type Notice =
  /** New events stand in the run's log. */
  | { type: "run-events"; tenantId: TenantId; runId: RunId }
  /** The run must stop: its driver's lease is void. */
  | { type: "run-cancel"; tenantId: TenantId; runId: RunId }
  /** The process `owner` holds the lease of a run that may go on. */
  | { type: "run-lease"; tenantId: TenantId; runId: RunId; owner: string; epoch: number }
  /** A run waits for a driver. */
  | { type: "run-queued"; tenantId: TenantId; runId: RunId }
  | { type: "chat-changed"; tenantId: TenantId; chatId: ChatId }
  | { type: "approval-changed"; tenantId: TenantId; approvalId: ApprovalId; chatId: ChatId }
  | { type: "schedule-changed"; tenantId: TenantId }
  | { type: "policy-changed"; tenantId: TenantId }
  /** A person's role, membership or session changed: streams that they hold open must be checked again. */
  | { type: "access-changed"; tenantId: TenantId | null; userId: UserId }
  /** Fewer people may see a chat: all streams of the organization must be checked again. */
  | { type: "chat-hidden"; tenantId: TenantId; chatId: ChatId };

/** What `notify` needs of a postgres.js transaction (tenant or system). */
type Statements = (strings: TemplateStringsArray, ...values: string[]) => PromiseLike<unknown>;

/** Sends with the transaction: nobody hears of a change that was rolled back. */
export function notify(sql: Statements, notice: Notice): PromiseLike<unknown> {
  return sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`;
}
