import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { GrantReach, GrantSubject } from "#lib/grants/create-grant.ts";
import type { GrantPreview } from "#lib/grants/grant-preview.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { storableJson } from "#lib/storable.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { changedFile } from "./changed-file.ts";
import { getTool } from "./registry.ts";
import { covers } from "./standing-approval.ts";

const MAX_REQUESTS = 1_000;
const MAX_EXAMPLES = 3;
/** Arguments may be megabytes: so many are held at a time. */
const AT_ONCE = 50;

interface Request {
  input: Record<string, unknown>;
  toolVersion: number;
  summary: string;
  files: BoundFile[] | null;
}

/** Held against what was really asked for, by the code that will decide; nothing is stored. For people who see every request. */
export async function previewGrant(ctx: TenantContext, subject: GrantSubject, reach: GrantReach): Promise<GrantPreview> {
  const latest = await ctx.db.sql((sql) => latestRequests(sql, ctx, subject, reach));
  const reached = latest.filter(({ isReached }) => isReached).map(({ id }) => id);
  const examples = new Set<string>();
  let answered = 0;
  for (let at = 0; at < reached.length; at += AT_ONCE) {
    for (const request of await readRequests(ctx, reached.slice(at, at + AT_ONCE))) {
      if (!(await isAnswered(subject, request))) continue;
      answered += 1;
      if (examples.size < MAX_EXAMPLES) examples.add(request.summary);
    }
  }
  return { requests: latest.length, answered, examples: [...examples] };
}

/** The newest first, without their arguments; `isReached`: it is of this member, chat and schedule, and the one call where only that is covered. */
function latestRequests(
  sql: TenantSql,
  { tenantId }: TenantContext,
  { tool, input }: GrantSubject,
  { userId, chatId, scheduleId }: GrantReach,
) {
  const isSame = input ? sql`and input = ${sql.json(storableJson(input) as never)}` : sql``;
  return sql<{ id: ApprovalId; isReached: boolean }[]>`
    select id, (${userId}::uuid is null or requested_by = ${userId}) and (${chatId}::uuid is null or chat_id = ${chatId})
               and schedule_id is not distinct from ${scheduleId}::uuid ${isSame} as "isReached"
      from approvals
     where tenant_id = ${tenantId} and tool = ${tool} and created_at > now() - interval '30 days'
     order by created_at desc limit ${MAX_REQUESTS}`;
}

function readRequests({ tenantId, db }: TenantContext, ids: ApprovalId[]): Promise<Request[]> {
  return db.sql(
    (sql) => sql<Request[]>`
      select input, tool_version as "toolVersion", summary, files from approvals
       where tenant_id = ${tenantId} and id in ${sql(ids)} order by created_at desc`,
  );
}

/** What a command consists of is looked into where the whole of it is covered: a parser reads it. */
async function isAnswered(subject: GrantSubject, { input, toolVersion, files }: Request): Promise<boolean> {
  const call = { tool: subject.tool, toolVersion, input, parts: [] };
  if (!covers(subject, call)) return false;
  if (subject.pins === null) return changedFile(subject.files, files ?? []) === null;
  const parts = (await getTool(subject.tool)?.partsOf?.(input)) ?? [];
  return covers(subject, { ...call, parts });
}
