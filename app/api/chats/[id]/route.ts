import { z } from "zod";
import { chatTitle } from "#lib/chats/chat-title.ts";
import { deleteChat, restoreChat } from "#lib/chats/delete-chat.ts";
import { getChat } from "#lib/chats/get-chat.ts";
import { updateChat } from "#lib/chats/update-chat.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";
import { MAX_LIMIT } from "#lib/paging/list-query.ts";
import { wholeNumber } from "#lib/paging/whole-number.ts";

const params = { id: parseChatId };
const query = z.strictObject({
  before: z.string().min(1).max(2_000).optional(),
  limit: wholeNumber(1, MAX_LIMIT).optional(),
});
const body = z
  .strictObject({
    title: chatTitle.optional(),
    visibility: z.enum(["organization", "private"]).optional(),
    deleted: z.literal(false).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, "Say what to change: title, visibility, or deleted: false.");

export const GET = tenantRoute({ params, query }, ({ ctx, params, query }) => getChat(ctx, { chatId: params.id, ...query }));

/** `deleted: false` undoes a deletion; what else is given is changed then. */
export const PATCH = tenantRoute({ params, body }, async ({ ctx, params, body: { deleted, ...change } }) => {
  const restored = deleted === false ? await restoreChat(ctx, { chatId: params.id }) : null;
  return restored && Object.keys(change).length === 0 ? restored : updateChat(ctx, { chatId: params.id, ...change });
});

export const DELETE = tenantRoute({ params }, async ({ ctx, params }) => {
  await deleteChat(ctx, { chatId: params.id });
  return undefined;
});
