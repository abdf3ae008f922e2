import { callApi } from "#components/api/call-api.ts";
import type { TabEvent } from "#components/live/tab-event.ts";
import { tabStream, type WatchedChat } from "#components/live/tab-stream.ts";
import { type LiveAnswer, liveAnswerOf, newLiveAnswer } from "./live-answer.ts";
import { mergeMessages } from "./merge-messages.ts";
import { Outbox } from "./outbox.ts";
import { type Entry, placeAnswer } from "./place-answer.ts";
import type { WireChat, WireMessage } from "./wire.ts";

/** What the page draws. A new object for every change. */
export interface SessionState {
  chatId: string | null;
  title: string;
  visibility: WireChat["visibility"];
  entries: Entry[];
  live: LiveAnswer | null;
  /** The run under way, also before its first word. */
  runId: string | null;
  isStopping: boolean;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  olderProblem: string | null;
  /** The chat was deleted or is no longer shared with this person. */
  isGone: boolean;
}

const PAGE = 50;

/**
 * One chat as this tab knows it: stored messages, messages on their way, and the run under way, kept up to date by the tab's event stream.
 * The database decides what was said; the session only shows it and asks. Without `chat` it is a chat that begins with its first message.
 */
export class ChatSession {
  /** Messages on their way. */
  readonly outbox: Outbox;
  readonly #listeners = new Set<() => void>();
  #state: SessionState | null = null;
  #frame = 0;
  #chatId: string | null;
  #title: string;
  #visibility: WireChat["visibility"];
  #messages: WireMessage[];
  #live: LiveAnswer | null = null;
  #runId: string | null;
  #olderCursor: string | null;
  /** The run that Stop was pressed for. */
  #stoppedRunId: string | null = null;
  #isLoadingOlder = false;
  #olderProblem: string | null = null;
  #isGone = false;
  #isRefreshing = false;
  #mustRefreshAgain = false;
  #watched: WatchedChat | null = null;
  /** Told the id of the chat that the first message began. */
  onAddress: ((chatId: string) => void) | null = null;
  readonly agentId: string | null;

  constructor(chat: WireChat | null, agentId: string | null = null) {
    this.agentId = agentId;
    this.#chatId = chat?.id ?? null;
    this.#title = chat?.title ?? "";
    this.#visibility = chat?.visibility ?? "organization";
    this.#messages = chat?.messages.filter((message) => message.id !== chat.activeRun?.assistantMessageId) ?? [];
    this.#olderCursor = chat?.olderCursor ?? null;
    this.#runId = chat?.activeRun?.id ?? null;
    if (chat?.activeRun) this.#live = liveAnswerOf(chat, chat.activeRun);
    this.outbox = new Outbox(this);
  }

  get chatId(): string | null {
    return this.#chatId;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): SessionState => {
    this.#state ??= {
      chatId: this.#chatId,
      title: this.#title,
      visibility: this.#visibility,
      entries: placeAnswer(this.#messages, this.outbox.messages, this.#live),
      live: this.#live,
      runId: this.#runId,
      isStopping: this.#isStopping(),
      hasOlder: this.#olderCursor !== null,
      isLoadingOlder: this.#isLoadingOlder,
      olderProblem: this.#olderProblem,
      isGone: this.#isGone,
    };
    return this.#state;
  };

  /** Follows the chat until the returned function is called. `isStale`: what it was made from may be of yesterday. */
  follow({ isStale }: { isStale: boolean }): () => void {
    const unlisten = tabStream.listen((event) => this.#onEvent(event));
    if (isStale) void this.refresh();
    this.#watch();
    return () => {
      unlisten();
      if (this.#watched) tabStream.unwatch(this.#watched);
    };
  }

  #watch(): void {
    if (!this.#chatId) return;
    this.#watched ??= {
      chatId: this.#chatId,
      resumeAt: () => this.#live && { runId: this.#live.runId, after: this.#live.message.lastSeq },
    };
    tabStream.watch(this.#watched);
  }

  onBegun(chatId: string): void {
    this.#chatId = chatId;
    this.#watch();
    this.onChanged();
    this.onAddress?.(chatId);
  }

  onSent(runId: string): void {
    this.#runId ??= runId;
    this.onChanged();
    void this.refresh();
  }

  /** Stops the run under way. Gives the words to say when that was refused. */
  async stop(): Promise<string | null> {
    const runId = this.#runId;
    if (!runId || this.#isStopping()) return null;
    this.#stoppedRunId = runId;
    this.onChanged();
    const answer = await callApi("POST", `/api/runs/${runId}/cancel`);
    if (answer.isOk) return null;
    if (this.#stoppedRunId === runId) this.#stoppedRunId = null;
    this.onChanged();
    return answer.problem.detail;
  }

  #isStopping(): boolean {
    return this.#runId !== null && this.#runId === this.#stoppedRunId;
  }

  /** Puts earlier messages before those that are there. */
  async loadOlder(): Promise<void> {
    if (!this.#olderCursor || this.#isLoadingOlder) return;
    const query = new URLSearchParams({ before: this.#olderCursor, limit: String(PAGE) });
    this.#isLoadingOlder = true;
    this.#olderProblem = null;
    this.onChanged();
    const answer = await callApi<WireChat>("GET", `/api/chats/${this.#chatId}?${query}`);
    if (answer.isOk) {
      const known = new Set(this.#messages.map((message) => message.id));
      this.#messages = [...answer.value.messages.filter((message) => !known.has(message.id)), ...this.#messages];
      this.#olderCursor = answer.value.olderCursor;
    } else {
      this.#olderProblem = answer.problem.detail;
    }
    this.#isLoadingOlder = false;
    this.onChanged();
  }

  /** Reads the newest messages again. One at a time; asked for meanwhile, it reads once more. */
  async refresh(): Promise<void> {
    if (!this.#chatId) return;
    this.#mustRefreshAgain = this.#isRefreshing;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    do {
      this.#mustRefreshAgain = false;
      const answer = await callApi<WireChat>("GET", `/api/chats/${this.#chatId}?limit=${PAGE}`);
      // Without an answer: the stream notices too, and has it read again when the server is back.
      if (answer.isOk) this.#take(answer.value);
      else this.#isGone ||= answer.problem.code === "not_found";
    } while (this.#mustRefreshAgain);
    this.#isRefreshing = false;
    this.onChanged();
  }

  #onEvent(event: TabEvent): void {
    switch (event.type) {
      case "ready":
        if (event.isAgain || this.#live) void this.refresh();
        return;
      case "run":
        if (event.chatId === this.#chatId) this.#onRun(event.runId, event.events);
        return;
      case "run-end":
        if (event.runId === this.#live?.runId) this.#settle();
        if (event.chatId === this.#chatId) void this.refresh();
        return;
      case "chat-changed":
        if (event.chatId === this.#chatId) void this.refresh();
    }
  }

  #onRun(runId: string, events: Extract<TabEvent, { type: "run" }>["events"]): void {
    if (this.#live?.runId !== runId) {
      if (this.#messages.some((message) => message.metadata.runId === runId)) return;
      this.#settle();
      this.#live = newLiveAnswer(runId);
    }
    const live = this.#live;
    for (const [seq, chunk] of events) {
      live.message.add(seq, chunk);
      if (chunk.type === "start" && chunk.messageId) live.messageId = chunk.messageId;
      if (chunk.type === "finish" || chunk.type === "abort") this.#stoppedRunId = null;
    }
    this.#runId = runId;
    this.onChanged();
  }

  /** The answer is complete: it stands among the messages, and the server's copy of it replaces it soon. */
  #settle(): void {
    const live = this.#live;
    if (!live) return;
    const { parts, metadata } = live.message.fold;
    const message: WireMessage = {
      id: live.messageId,
      role: "assistant",
      parts,
      metadata: { createdAt: live.createdAt, ...metadata, runId: live.runId },
    };
    const at = this.#messages.findLastIndex((known) => known.id === live.answers);
    this.#messages = this.#messages.toSpliced(at === -1 ? this.#messages.length : at + 1, 0, message);
    this.#live = null;
    this.#runId = null;
    this.onChanged();
  }

  #take(chat: WireChat): void {
    const newest = chat.messages.filter((message) => message.id !== chat.activeRun?.assistantMessageId);
    const { messages, isJoined } = mergeMessages(this.#messages, newest);
    this.#messages = messages;
    if (!isJoined) this.#olderCursor = chat.olderCursor;
    this.#title = chat.title;
    this.#visibility = chat.visibility;
    this.#isGone = false;
    this.outbox.forget(new Set(newest.map((message) => message.metadata.clientMessageId)));
    this.#takeRun(chat, newest);
    this.onChanged();
  }

  #takeRun(chat: WireChat, newest: readonly WireMessage[]): void {
    const { activeRun } = chat;
    const live = this.#live;
    if (live && newest.some((message) => message.metadata.runId === live.runId && message.role === "assistant")) this.#live = null;
    this.#runId = activeRun?.id ?? this.#live?.runId ?? null;
    if (!activeRun) return;
    if (this.#live?.runId === activeRun.id && this.#live.message.lastSeq >= activeRun.lastSeq) {
      this.#live = { ...this.#live, answers: activeRun.userMessageId, messageId: activeRun.assistantMessageId };
    } else if (!newest.some((message) => message.id === activeRun.assistantMessageId)) {
      this.#live = liveAnswerOf(chat, activeRun);
    }
  }

  /** Drawn once a frame, however many events come; a tab in the background has no frames and need not draw. */
  onChanged(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#state = null;
      for (const listener of this.#listeners) listener();
    });
  }
}
