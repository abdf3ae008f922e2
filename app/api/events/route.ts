import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId, parseRunId } from "#lib/ids.ts";
import { tabStreamResponse } from "#lib/tabs/tab-stream.ts";

const query = z.strictObject({
  chat: z.string().transform(parseChatId).optional(),
  run: z.string().transform(parseRunId).optional(),
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});

/** The tab's one event stream; see `lib/tabs/tab-stream.ts` for what it says. */
export const GET = tenantRoute({ query }, ({ ctx, query }) =>
  tabStreamResponse(ctx, { chatId: query.chat, runId: query.run, after: query.after }),
);
