import { after } from "next/server";
import { z } from "zod";
import { runAgent } from "#lib/agent/run-agent.ts";
import { saidText } from "#lib/chats/said-text.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { runStreamResponse } from "#lib/events/run-stream.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseChatId } from "#lib/ids.ts";

const body = z.strictObject({
  text: z.string().transform(saidText).pipe(z.string().min(1).max(100_000)),
  clientMessageId: z.string().min(1).max(100),
  queue: z.boolean().optional(),
});

/** 100,000 characters, each of which may have twelve bytes as JSON (an emoji in ASCII), and room for the rest. */
const MAX_BODY_BYTES = 1_310_720;

/** Says something in a chat. Streams the run with `Accept: text/event-stream`; answers 202 `{ runId }` otherwise. */
export const POST = tenantRoute(
  { params: { id: parseChatId }, body, maxBodyBytes: MAX_BODY_BYTES },
  async ({ ctx, params, body, request }) => {
    const { runId, claimed } = await sendMessage(ctx, { chatId: params.id, ...body });
    if (claimed) {
      const driven = runAgent(claimed);
      after(() => driven);
    }
    if (request.headers.get("accept")?.toLowerCase().includes("text/event-stream")) return runStreamResponse(ctx, runId, 0);
    await claimed?.begun;
    return json({ runId }, 202);
  },
);
