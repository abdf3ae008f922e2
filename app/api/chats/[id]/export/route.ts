import { z } from "zod";
import { chatMarkdown } from "#lib/chats/chat-markdown.ts";
import { exportChat } from "#lib/chats/export-chat.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";

const query = z.strictObject({ format: z.enum(["json", "markdown"]).default("markdown") });

/** The chat as a file to keep. */
export const GET = tenantRoute({ params: { id: parseChatId }, query }, async ({ ctx, params, query: { format } }) => {
  const exported = await exportChat(ctx, { chatId: params.id });
  const isJson = format === "json";
  return new Response(isJson ? JSON.stringify(exported, null, 2) : chatMarkdown(exported), {
    headers: {
      "content-type": isJson ? "application/json; charset=utf-8" : "text/markdown; charset=utf-8",
      // A name of ours: a title may hold anything.
      "content-disposition": `attachment; filename="chat-${params.id}.${isJson ? "json" : "md"}"`,
    },
  });
});
