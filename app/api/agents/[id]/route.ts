import { agentChangeBody } from "#lib/agent-profiles/agent-settings.ts";
import { changeAgent } from "#lib/agent-profiles/change-agent.ts";
import { deleteAgent } from "#lib/agent-profiles/delete-agent.ts";
import { getAgent } from "#lib/agent-profiles/get-agent.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseAgentId } from "#lib/ids.ts";
import { requireSoundAgent } from "../_sound-agent.ts";

const params = { id: parseAgentId };
const options = { roles: ["owner", "admin"], params, body: agentChangeBody, takesBodyLiterally: true } as const;

export const GET = tenantRoute({ params }, ({ ctx, params }) => getAgent(ctx, params.id));

/** What is given is changed. What is not is looked at as it stands: a list of tools may contradict the approval mode. */
export const PATCH = tenantRoute(options, async ({ ctx, params, body }) => {
  const { tools, approvalMode } = await getAgent(ctx, params.id);
  await requireSoundAgent({ tools, approvalMode, ...body, model: body.model ?? null });
  return changeAgent(ctx, params.id, body);
});

export const DELETE = tenantRoute({ roles: ["owner", "admin"], params }, ({ ctx, params }) => deleteAgent(ctx, params.id));
