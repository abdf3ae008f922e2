import { z } from "zod";
import { chatTitle } from "#lib/chats/chat-title.ts";
import { createChat } from "#lib/chats/create-chat.ts";
import { listChats } from "#lib/chats/list-chats.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({ title: chatTitle.optional(), agentId: z.string().min(1).max(100).optional() });

export const GET = tenantRoute({ query: listQuery({ q: z.string().max(200).optional() }) }, ({ ctx, query }) => listChats(ctx, query));

export const POST = tenantRoute({ body }, async ({ ctx, body }) => json(await createChat(ctx, body), 201));
