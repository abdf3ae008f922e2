import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { pageOfAll } from "#lib/paging/page-of-all.ts";
import { addSkill } from "#lib/skills/add-skill.ts";
import { listSkills } from "#lib/skills/list-skills.ts";

const body = z.strictObject({ content: z.string().min(1).max(100_000) });

export const GET = tenantRoute({ query: listQuery({}) }, async ({ ctx, query }) => {
  const { items } = await listSkills(ctx);
  return pageOfAll({ userId: ctx.userId, list: `skills ${ctx.tenantId}`, items }, query);
});

/** Brings in a skill as its SKILL.md. It lands switched off. */
export const POST = tenantRoute({ roles: ["owner", "admin"], body, takesBodyLiterally: true }, async ({ ctx, body }) =>
  json(await addSkill(ctx, body.content), 201),
);
