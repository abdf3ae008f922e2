import { z } from "zod";
import { chatTitle } from "#lib/chats/chat-title.ts";
import { createChat } from "#lib/chats/create-chat.ts";
import { listChats } from "#lib/chats/list-chats.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseAgentId } from "#lib/ids.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({ title: chatTitle.optional(), agentId: z.string().min(1).max(100).nullish() });

export const GET = tenantRoute({ query: listQuery({ q: z.string().max(200).optional() }) }, ({ ctx, query }) => listChats(ctx, query));

/** `agentId`: who answers in it; without one, the default agent. */
export const POST = tenantRoute({ body }, async ({ ctx, body: { agentId, ...chat } }) =>
  json(await createChat(ctx, { ...chat, agentId: agentId ? parseAgentId(agentId) : null }), 201),
);
