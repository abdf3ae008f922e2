import type { TenantContext } from "#lib/context.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { fromMatching } from "./matching-approvals.ts";

/** Requests that ask for calls of one tool with one effect: what may be decided together. */
export interface AlikeRequests {
  tool: string;
  effect: Effect;
  total: number;
}

/** Of what waits for the caller's decision, each kind of which there are two or more; the largest first. */
export async function listAlike(ctx: TenantContext): Promise<AlikeRequests[]> {
  return ctx.db.sql(
    (sql) => sql<AlikeRequests[]>`
      select a.tool, a.effect, count(*)::int as total ${fromMatching(sql, ctx, { tab: "needs-you" })}
       group by a.tool, a.effect having count(*) > 1 order by total desc, a.tool, a.effect`,
  );
}
