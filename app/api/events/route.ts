import { z } from "zod";
import { placeQuery } from "#lib/events/place-query.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId, parseRunId } from "#lib/ids.ts";
import { tabStreamResponse } from "#lib/tabs/tab-stream.ts";

const query = z.strictObject({
  chat: z.string().transform(parseChatId).optional(),
  run: z.string().transform(parseRunId).optional(),
  after: placeQuery,
});

/** The tab's one event stream; see `lib/tabs/tab-stream.ts` for what it says. */
export const GET = tenantRoute({ query }, ({ ctx, query }) =>
  tabStreamResponse(ctx, { chatId: query.chat, runId: query.run, after: query.after }),
);
