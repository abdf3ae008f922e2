import { z } from "zod";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { addSkill } from "#lib/skills/add-skill.ts";
import { listSkills } from "#lib/skills/list-skills.ts";

const body = z.strictObject({ content: z.string().min(1).max(100_000) });

export const GET = tenantRoute({}, ({ ctx }) => listSkills(ctx));

/** Brings in a skill as its SKILL.md. It lands switched off. */
export const POST = tenantRoute({ roles: ["owner", "admin"], body, takesBodyLiterally: true }, async ({ ctx, body }) =>
  json(await addSkill(ctx, body.content), 201),
);
