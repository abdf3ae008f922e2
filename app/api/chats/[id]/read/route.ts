import { markRead } from "#lib/chats/mark-read.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";

/** Takes the mark of unread from the chat, for the caller alone. `isNews` says whether there was something to mark. An auditor reads too. */
export const POST = tenantRoute({ params: { id: parseChatId }, changesNothing: true }, ({ ctx, params }) =>
  markRead(ctx, { chatId: params.id }),
);
