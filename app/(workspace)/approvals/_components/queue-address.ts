import { z } from "zod";
import type { ApprovalFilter } from "#lib/approvals/approval-filter.ts";
import { APPROVAL_STATUSES } from "#lib/approvals/approval-view.ts";
import { QUEUE_TABS, type QueueTab } from "#lib/approvals/queue-tab.ts";
import { isUuid } from "#lib/ids.ts";

/** Everything that the approvals page shows, as its address says it. Days are UTC; `to` is the last day shown. */
export interface QueueAddress {
  tab: QueueTab;
  id?: string | undefined;
  chat?: string | undefined;
  tool?: string | undefined;
  status?: ApprovalFilter["status"];
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  /** Of the first row, counted from 1: a cursor does not know it. */
  at?: string | undefined;
}

const uuid = z.string().refine(isUuid);
const DAY_MS = 24 * 60 * 60 * 1000;

/** What cannot be read is left out, so that an old or a mistyped link still opens something. */
const shape = {
  tab: z.enum(QUEUE_TABS),
  id: uuid,
  chat: uuid,
  tool: z.string().min(1).max(200),
  status: z.enum(APPROVAL_STATUSES),
  from: z.iso.date(),
  to: z.iso.date(),
  cursor: z.string().min(1).max(2_000),
  at: z.string().regex(/^[1-9][0-9]{0,8}$/),
};

export function readQueueAddress(query: Record<string, string | string[] | undefined>): QueueAddress {
  const read = Object.entries(shape).flatMap(([key, schema]) => {
    const { success, data } = schema.safeParse(query[key]);
    return success ? [[key, data]] : [];
  });
  return { tab: "needs-you", ...Object.fromEntries(read) };
}

/** The page's address with some of it changed. Other rows than now begin at the first page; another view begins without a request. */
export function queueHref(address: QueueAddress, change: Partial<QueueAddress> = {}): string {
  const isOtherList = Object.keys(change).some((key) => key !== "id" && key !== "cursor" && key !== "at");
  const next = { ...address, ...(isOtherList && { cursor: undefined, at: undefined, id: undefined }), ...change };
  const query = new URLSearchParams();
  for (const key of Object.keys(shape) as (keyof QueueAddress)[]) {
    const value = next[key];
    if (value !== undefined && value !== "" && !(key === "tab" && value === "needs-you")) query.set(key, value);
  }
  return query.size > 0 ? `/approvals?${query}` : "/approvals";
}

/** The filters of the API's list. */
export function filterOf({ tab, chat, tool, status, from, to }: QueueAddress): Omit<ApprovalFilter, "limit" | "cursor"> {
  return {
    tab,
    chatId: chat as ApprovalFilter["chatId"],
    tool,
    status: tab === "decided" ? status : undefined,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(Date.parse(to) + DAY_MS) : undefined,
  };
}

/** The same rows as a file. */
export function exportHref(address: QueueAddress, format: "csv" | "json"): string {
  const { tab, chatId, tool, status, from, to } = filterOf(address);
  const query = new URLSearchParams({ format });
  for (const [key, value] of Object.entries({ tab, chatId, tool, status, from: from?.toISOString(), to: to?.toISOString() })) {
    if (value) query.set(key, value);
  }
  return `/api/approvals?${query}`;
}
