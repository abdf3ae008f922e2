import { countPending } from "#lib/approvals/count-pending.ts";
import type { TenantContext } from "#lib/context.ts";
import { watchAccess } from "#lib/events/access-watch.ts";
import { followRun } from "#lib/events/follow-run.ts";
import { hub } from "#lib/events/hub.ts";
import type { RunEvent } from "#lib/events/live-run.ts";
import type { Notice } from "#lib/events/notify.ts";
import { type SseSink, sseResponse } from "#lib/events/sse.ts";
import type { ChatId, RunId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { isRunOfChat } from "#lib/runs/is-run-of-chat.ts";
import { readActiveRun } from "#lib/runs/read-active-run.ts";

/** What a tab looks at, and how much of it it has. */
export interface TabView {
  chatId?: ChatId;
  runId?: RunId;
  after?: number;
}

/**
 * The one event stream of a browser tab: the runs of the chat it shows, and what changed elsewhere in its organization. Browsers allow six
 * connections a site over all tabs, so there is never a second. Each event is one JSON object with a `type`.
 */
export function tabStreamResponse(ctx: TenantContext, view: TabView): Response {
  return sseResponse({}, (sink) => new TabStream(ctx, view, sink).start());
}

class TabStream {
  readonly #ctx: TenantContext;
  readonly #view: TabView;
  readonly #sink: SseSink;
  #followed: RunId | null = null;
  #unfollow: (() => void) | null = null;

  constructor(ctx: TenantContext, view: TabView, sink: SseSink) {
    this.#ctx = ctx;
    this.#view = view;
    this.#sink = sink;
  }

  start(): () => void {
    hub().on("notice", this.#onNotice);
    hub().on("resync", this.#onResync);
    const unwatch = watchAccess(this.#ctx, this.#sink.close, () => this.#followed);
    void this.#begin();
    return () => {
      unwatch();
      hub().off("notice", this.#onNotice);
      hub().off("resync", this.#onResync);
      this.#unfollow?.();
    };
  }

  async #begin(): Promise<void> {
    try {
      await hub().listen();
      this.#send({ type: "ready", pending: await countPending(this.#ctx) });
      const { chatId, runId, after = 0 } = this.#view;
      if (!chatId) return;
      const active = await readActiveRun(this.#ctx, chatId);
      // The run that the tab was reading may have ended while it was away: the rest of it comes first.
      if (runId && runId !== active && (await isRunOfChat(this.#ctx, chatId, runId))) this.#follow(chatId, runId, after);
      else if (active) this.#follow(chatId, active, runId === active ? after : 0);
    } catch (error) {
      log.warn("tab-stream-failed", { error });
      this.#sink.close();
    }
  }

  #onResync = (): void => this.#send({ type: "resync" });

  #onNotice = (notice: Notice): void => {
    if (notice.tenantId !== this.#ctx.tenantId) return;
    switch (notice.type) {
      case "chat-changed":
        this.#send({ type: notice.type, chatId: notice.chatId });
        if (notice.chatId === this.#view.chatId) void this.#followActive(notice.chatId);
        return;
      case "approval-changed":
        void countPending(this.#ctx).then(
          (pending) => this.#send({ type: notice.type, approvalId: notice.approvalId, chatId: notice.chatId, pending }),
          (error) => log.warn("pending-count-failed", { error }),
        );
        return;
      case "schedule-changed":
      case "policy-changed":
        this.#send({ type: notice.type });
    }
  };

  async #followActive(chatId: ChatId): Promise<void> {
    const active = await readActiveRun(this.#ctx, chatId).catch(() => null);
    if (active && active !== this.#followed) this.#follow(chatId, active, 0);
  }

  #follow(chatId: ChatId, runId: RunId, after: number): void {
    this.#unfollow?.();
    this.#followed = runId;
    this.#unfollow = followRun(this.#ctx.db, runId, after, {
      events: (events) => this.#sendRun(chatId, runId, events),
      end: () => {
        this.#send({ type: "run-end", runId, chatId });
        if (this.#followed !== runId) return;
        this.#unfollow = null;
        void this.#followActive(chatId);
      },
    });
  }

  #sendRun(chatId: ChatId, runId: RunId, events: readonly RunEvent[]): void {
    const pairs = events.map(({ seq, json }) => `[${seq},${json}]`).join(",");
    this.#sink.send(`data: {"type":"run","runId":"${runId}","chatId":"${chatId}","events":[${pairs}]}\n\n`);
  }

  #send(event: object): void {
    this.#sink.send(`data: ${JSON.stringify(event)}\n\n`);
  }
}
