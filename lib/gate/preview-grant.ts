import type { TenantContext } from "#lib/context.ts";
import type { GrantSubject } from "#lib/grants/create-grant.ts";
import type { GrantPreview } from "#lib/grants/grant-preview.ts";
import { getTool } from "./registry.ts";
import { covers } from "./standing-approval.ts";

const MAX_REQUESTS = 1_000;
const MAX_EXAMPLES = 3;

/** Held against what was really asked for, by the code that will decide; nothing is stored. For people who see every request. */
export async function previewGrant(ctx: TenantContext, subject: GrantSubject): Promise<GrantPreview> {
  const rows = await ctx.db.sql(
    (sql) => sql<{ input: Record<string, unknown>; toolVersion: number; summary: string }[]>`
      select input, tool_version as "toolVersion", summary from approvals
       where tenant_id = ${ctx.tenantId} and tool = ${subject.tool} and created_at > now() - interval '30 days'
       order by created_at desc limit ${MAX_REQUESTS}`,
  );
  const definition = getTool(subject.tool);
  const examples = new Set<string>();
  let answered = 0;
  for (const { input, toolVersion, summary } of rows) {
    // Exact ones are compared whole, which needs no look into what a command consists of.
    const parts = subject.pins ? ((await definition?.partsOf?.(input)) ?? []) : [];
    if (!covers(subject, { tool: subject.tool, toolVersion, input, parts })) continue;
    answered += 1;
    if (examples.size < MAX_EXAMPLES) examples.add(summary);
  }
  return { requests: rows.length, answered, examples: [...examples] };
}
