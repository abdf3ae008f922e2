import type { TenantSql } from "#db/tenant.ts";
import type { ApprovalId, DestinationId, TenantId } from "#lib/ids.ts";
import type { NoticeKind } from "./notice-kinds.ts";
import { plainWords } from "./plain-words.ts";

/** A message that is to be sent, once. */
export interface Notice {
  destinationId: DestinationId;
  kind: NoticeKind;
  text: string;
}

const LISTED = 5;

interface Waiting {
  id: ApprovalId;
  tool: string;
  name: string | null;
  isScheduled: boolean;
}

/**
 * Takes the requests that a destination was not told of yet: one message for all, without their arguments, which are for those who decide. A second of
 * age makes sure that no older request is still being committed. Part of the caller's transaction: two workers take nothing twice.
 */
export async function claimWaiting(sql: TenantSql, tenantId: TenantId): Promise<Notice[]> {
  const told = await sql<{ destinationId: DestinationId; origin: string; toldThrough: ApprovalId | null; organization: string }[]>`
    select n.destination_id as "destinationId", n.origin, n.told_through as "toldThrough", o.name as organization
      from destination_notices n join organizations o on o.id = n.tenant_id
     where n.tenant_id = ${tenantId} and n.kind = 'approvals' order by n.destination_id for update of n`;
  const notices: Notice[] = [];
  for (const { destinationId, origin, toldThrough, organization } of told) {
    const waiting = await sql<Waiting[]>`
      select a.id, a.tool, u.name, a.schedule_id is not null as "isScheduled"
        from approvals a left join users u on u.id = a.requested_by
        left join approvals told on told.tenant_id = a.tenant_id and told.id = ${toldThrough}
       where a.tenant_id = ${tenantId} and a.status = 'pending' and a.created_at <= now() - interval '1 second'
         -- By the database's clock: ids have the time of the machine that raised the request.
         and (told.id is null or (a.created_at, a.id) > (told.created_at, told.id)) order by a.created_at, a.id`;
    const newest = waiting.at(-1);
    if (!newest) continue;
    await sql`
      update destination_notices set told_through = ${newest.id}, told_at = now()
       where tenant_id = ${tenantId} and destination_id = ${destinationId} and kind = 'approvals'`;
    notices.push({ destinationId, kind: "approvals", text: waitingWords(waiting, organization, origin) });
  }
  return notices;
}

function waitingWords(waiting: readonly Waiting[], organization: string, origin: string): string {
  const [only] = waiting;
  const isOne = waiting.length === 1;
  const lines = waiting.slice(0, LISTED).map(({ tool, name, isScheduled }) => {
    const who = plainWords(name ?? "") || "Somebody";
    return isScheduled ? `• A schedule of ${who} wants to use ${tool}` : `• ${who} wants to use ${tool}`;
  });
  const more = waiting.length > LISTED ? [`• and ${waiting.length - LISTED} more`] : [];
  const head = isOne ? "A call waits for a decision" : `${waiting.length} calls wait for a decision`;
  const link = isOne ? `${origin}/approvals?id=${only?.id}` : `${origin}/approvals`;
  return [`${head} in ${plainWords(organization)}:`, ...lines, ...more, link].join("\n");
}
