import type { TenantContext } from "#lib/context.ts";
import type { RunId } from "#lib/ids.ts";
import { watchAccess } from "./access-watch.ts";
import { followRun } from "./follow-run.ts";
import type { RunEvent } from "./live-run.ts";
import { sseResponse } from "./sse.ts";

/**
 * The run as an AI SDK UI message stream (v1): each event one chunk, `id:` the point to resume from, `data: [DONE]` at the end.
 * Closes without `[DONE]` when the reader's access changes; a reader that still may read resumes.
 */
export function runStreamResponse(ctx: TenantContext, runId: RunId, after: number): Response {
  return sseResponse({ "x-vercel-ai-ui-message-stream": "v1", "x-run-id": runId }, (sink) => {
    const unwatch = watchAccess(ctx, sink.close, () => runId);
    const stop = followRun(ctx.db, runId, after, {
      events: (events) => sink.send(events.map(textOfEvent).join("")),
      end: () => {
        sink.send("data: [DONE]\n\n");
        sink.close();
      },
    });
    return () => {
      unwatch();
      stop();
    };
  });
}

function textOfEvent({ seq, json }: RunEvent): string {
  return `id: ${seq}\ndata: ${json}\n\n`;
}
