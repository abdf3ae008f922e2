import { newAgentBody } from "#lib/agent-profiles/agent-settings.ts";
import { createAgent } from "#lib/agent-profiles/create-agent.ts";
import { listAgents } from "#lib/agent-profiles/list-agents.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";
import { requireSoundAgent } from "./_sound-agent.ts";

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listAgents(ctx, query));

export const POST = tenantRoute({ roles: ["owner", "admin"], body: newAgentBody, takesBodyLiterally: true }, async ({ ctx, body }) => {
  await requireSoundAgent(body);
  return json(await createAgent(ctx, body), 201);
});
