import type { ChatSession } from "../_session/chat-session.ts";
import { isHandedOver } from "../_session/handover.ts";

/**
 * What somebody has begun to write, kept in this browser for each person and chat until it is sent. A message that could not be sent is begun
 * again: `leave` keeps it too, for the page that comes after this one.
 */
export class Draft {
  readonly #userId: string;
  readonly #session: ChatSession;
  #key = "";

  constructor(userId: string, session: ChatSession) {
    this.#userId = userId;
    this.#session = session;
    this.#place();
  }

  read(): string {
    return attempt(() => localStorage.getItem(this.#place())) ?? "";
  }

  write(text: string): void {
    const key = this.#place();
    attempt(() => (text === "" ? localStorage.removeItem(key) : localStorage.setItem(key, text)));
  }

  /** Keeps what is lost with the page: not the messages of a session that another page goes on with. */
  leave(text: string): void {
    const unsent = isHandedOver(this.#session) ? [] : this.#session.outbox.unsent();
    this.write([...unsent, text].filter((part) => part !== "").join("\n\n"));
  }

  /** The chat begins with its first message; what is written from then on belongs to it, and the next new chat begins empty. */
  #place(): string {
    const key = `draft:${this.#userId}:${this.#session.chatId ?? "new"}`;
    if (this.#key !== "" && this.#key !== key) attempt(() => localStorage.removeItem(this.#key));
    this.#key = key;
    return key;
  }
}

/** A browser may forbid storage, or have none left: then a draft lives as long as its page. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
