import { type ApiAnswer, callApi } from "#components/api/call-api.ts";
import { newOutgoing, type Outgoing } from "./outgoing.ts";

/** What the outbox needs of the chat it sends for. */
interface OutboxOwner {
  chatId: string | null;
  /** Who answers in a chat that the first message begins; null: the default agent. */
  agentId: string | null;
  /** The first message began the chat. */
  onBegun(chatId: string): void;
  /** A message is stored and will be answered by this run. */
  onSent(runId: string): void;
  onChanged(): void;
}

/**
 * The messages of one chat that are on their way, one after the other, as they were written. What fails keeps its text and can be sent again, and
 * holds up none behind it; the first one begins the chat.
 */
export class Outbox {
  readonly #owner: OutboxOwner;
  #messages: readonly Outgoing[] = [];
  #begun: Promise<ApiAnswer<{ id: string }>> | null = null;
  #posted: Promise<void> = Promise.resolve();

  constructor(owner: OutboxOwner) {
    this.#owner = owner;
  }

  get messages(): readonly Outgoing[] {
    return this.#messages;
  }

  /** Sends a message; while a run is under way it waits behind it. */
  send(text: string): Promise<void> {
    const outgoing = newOutgoing(text);
    this.#set([...this.#messages, outgoing]);
    return this.#postInTurn(outgoing);
  }

  /** Sends a failed message again, under its own id: if it did arrive the first time, it is not said twice. */
  async retry(clientMessageId: string): Promise<void> {
    const outgoing = this.#messages.find((sent) => sent.clientMessageId === clientMessageId);
    if (outgoing?.state !== "failed") return;
    this.#change(outgoing, { state: "sending", problem: null });
    await this.#postInTurn(outgoing);
  }

  /** Takes a failed message back. */
  discard(clientMessageId: string): void {
    this.#set(this.#messages.filter((sent) => sent.clientMessageId !== clientMessageId || sent.state !== "failed"));
  }

  /** The texts of those that failed. */
  unsent(): string[] {
    return this.#messages.filter((sent) => sent.state === "failed").map((sent) => sent.text);
  }

  /** Those that stand among the stored messages now. */
  forget(stored: ReadonlySet<string | undefined>): void {
    this.#set(this.#messages.filter((sent) => !stored.has(sent.clientMessageId)));
  }

  #postInTurn(outgoing: Outgoing): Promise<void> {
    this.#posted = this.#posted.then(() => this.#post(outgoing));
    return this.#posted;
  }

  async #post(outgoing: Outgoing): Promise<void> {
    const begun = await this.#begin();
    const { text, clientMessageId } = outgoing;
    const answer = begun.isOk
      ? await callApi<{ runId: string }>("POST", `/api/chats/${begun.value.id}/messages`, { text, clientMessageId, queue: true })
      : begun;
    if (!answer.isOk) return this.#change(outgoing, { state: "failed", problem: answer.problem.detail });
    const { runId } = answer.value;
    this.#change(outgoing, { state: "sent", runId });
    this.#owner.onSent(runId);
  }

  /** The chat is made with its first message, once. */
  async #begin(): Promise<ApiAnswer<{ id: string }>> {
    const { chatId, agentId } = this.#owner;
    if (chatId) return { isOk: true, value: { id: chatId } };
    this.#begun ??= callApi<{ id: string }>("POST", "/api/chats", { agentId });
    const answer = await this.#begun;
    if (!answer.isOk) this.#begun = null;
    else if (!this.#owner.chatId) this.#owner.onBegun(answer.value.id);
    return answer;
  }

  #change({ clientMessageId }: Outgoing, change: Partial<Outgoing>): void {
    this.#set(this.#messages.map((sent) => (sent.clientMessageId === clientMessageId ? { ...sent, ...change } : sent)));
  }

  #set(messages: readonly Outgoing[]): void {
    this.#messages = messages;
    this.#owner.onChanged();
  }
}
