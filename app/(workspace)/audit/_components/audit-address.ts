import { z } from "zod";
import { addressQuery } from "#components/records/calls-address.ts";
import { auditQuery } from "#lib/audit/audit-query.ts";
import type { AuditFilter } from "#lib/audit/list-audit.ts";
import { isUuid } from "#lib/ids.ts";

/** What the page shows, as its address says it. Days are UTC; `to` is the last day shown. */
export interface AuditAddress {
  action?: string;
  actorId?: string;
  subject?: string;
  from?: string;
  to?: string;
  cursor?: string;
  /** Of the first row, counted from 1: a cursor does not know it. */
  at?: string;
}

const shape = {
  action: auditQuery.action,
  actorId: z.string().refine(isUuid),
  subject: auditQuery.subject,
  from: z.iso.date(),
  to: z.iso.date(),
  cursor: z.string().max(2_000),
  at: z.string().regex(/^[1-9][0-9]{0,8}$/),
};

const DAY_MS = 86_400_000;

/** What cannot be read is left out, so that an old or a mistyped link still shows something. */
export function readAuditAddress(query: Record<string, string | string[] | undefined>): AuditAddress {
  const read = Object.entries(shape).flatMap(([key, schema]) => {
    if (query[key] === "") return [];
    const { success, data } = schema.safeParse(query[key]);
    return success && data !== undefined ? [[key, data]] : [];
  });
  return Object.fromEntries(read);
}

/** The page with some of it changed; other filters begin at the first page. */
export function auditHref(address: AuditAddress, change: AuditAddress = {}): string {
  const isPage = "cursor" in change;
  const query = addressQuery({ ...address, ...(isPage ? {} : { cursor: undefined, at: undefined }), ...change });
  return query.size > 0 ? `/audit?${query}` : "/audit";
}

/** The filters of the API's list. */
export function auditFilter({ action, actorId, subject, from, to }: AuditAddress): AuditFilter {
  return {
    action,
    actorId: actorId as AuditFilter["actorId"],
    subject,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(Date.parse(to) + DAY_MS) : undefined,
  };
}

/** The same entries as a file. */
export function auditCsvHref(address: AuditAddress): string {
  return `/api/audit?${addressQuery({ ...auditFilter(address), format: "csv" })}`;
}
