import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseSkillName } from "#lib/skills/parse-skill.ts";
import { removeSkill } from "#lib/skills/remove-skill.ts";
import { switchSkill } from "#lib/skills/switch-skill.ts";

const params = { name: parseSkillName };
const body = z.strictObject({ enabled: z.boolean() });

export const PATCH = tenantRoute({ roles: ["owner", "admin"], params, body }, ({ ctx, params, body }) =>
  switchSkill(ctx, params.name, body.enabled),
);

export const DELETE = tenantRoute({ roles: ["owner", "admin"], params }, ({ ctx, params }) => removeSkill(ctx, params.name));
