import { PATCH as changeRoute, DELETE as deleteRoute, GET as getRoute } from "#app/api/agents/[id]/route.ts";
import { POST as createRoute, GET as listRoute } from "#app/api/agents/route.ts";
import { createChat } from "#lib/chats/create-chat.ts";
import type { AgentId, ChatId } from "#lib/ids.ts";
import { callRoute } from "./call-route.ts";
import type { SceneMember } from "./scene.ts";

/** The calls of `/api/agents`, as a member makes them. */
export const agentCalls = {
  list: ({ apiKey }: SceneMember, query = "") => callRoute(listRoute, { apiKey, path: `/api/agents${query}` }),
  get: ({ apiKey }: SceneMember, id: string) => callRoute(getRoute, { apiKey, params: { id } }),
  create: ({ apiKey }: SceneMember, body: unknown) => callRoute(createRoute, { apiKey, method: "POST", body }),
  change: ({ apiKey }: SceneMember, id: string, body: unknown) => callRoute(changeRoute, { apiKey, method: "PATCH", params: { id }, body }),
  remove: ({ apiKey }: SceneMember, id: string) => callRoute(deleteRoute, { apiKey, method: "DELETE", params: { id } }),
};

/** An agent named Researcher, and a chat of the member in which it answers. */
export async function agentChat(
  owner: SceneMember,
  member: SceneMember,
  settings: Record<string, unknown> = {},
): Promise<{ agentId: AgentId; chatId: ChatId }> {
  const { status, body } = await agentCalls.create(owner, { name: "Researcher", ...settings });
  if (status !== 201) throw new Error(`The agent was not made: ${JSON.stringify(body)}`);
  const chat = await createChat(member.ctx, { agentId: body.id });
  return { agentId: body.id, chatId: chat.id };
}
