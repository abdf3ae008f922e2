import type { ChatSession } from "../_session/chat-session.ts";
import { isHandedOver } from "../_session/handover.ts";

/**
 * What somebody has begun to write, kept in this browser for each person and chat until it is sent. A message that could not be sent is begun
 * again: `leave` keeps it too, for the page that comes after this one. Several tabs may show one chat: a tab takes away no words but its own, and
 * puts back none that another has sent.
 */
export class Draft {
  readonly #userId: string;
  readonly #session: ChatSession;
  #key = "";
  /** What this page last read, or kept. */
  #known = "";
  /** It was written on this page. */
  #isOwn = false;

  constructor(userId: string, session: ChatSession) {
    this.#userId = userId;
    this.#session = session;
    this.#place();
  }

  read(): string {
    this.#known = this.#stored();
    return this.#known;
  }

  write(text: string): void {
    if (text !== this.#known) this.#keep(text === "" ? this.#othersWords() : text, text);
  }

  /** Keeps what is lost with the page: not the messages of a session that another page goes on with. */
  leave(text: string): void {
    const unsent = isHandedOver(this.#session) ? [] : this.#session.outbox.unsent();
    const whole = joined([...unsent, text]);
    const others = this.#othersWords();
    const isKept = others === "" ? whole === this.#known : others.includes(whole) || (whole === this.#known && !this.#isOwn);
    if (!isKept) this.#keep(whole.includes(others) ? whole : joined([others, whole]), whole);
  }

  #keep(text: string, own: string): void {
    const key = this.#place();
    attempt(() => (text === "" ? localStorage.removeItem(key) : localStorage.setItem(key, text)));
    this.#known = own;
    this.#isOwn = true;
  }

  #stored(): string {
    return attempt(() => localStorage.getItem(this.#place())) ?? "";
  }

  /** What stands there and did not come from this page. */
  #othersWords(): string {
    const stored = this.#stored();
    return stored === this.#known ? "" : stored;
  }

  /** The chat begins with its first message; what is written from then on belongs to it, and the next new chat begins empty. */
  #place(): string {
    const key = `draft:${this.#userId}:${this.#session.chatId ?? "new"}`;
    const [before, known] = [this.#key, this.#known];
    if (before !== "" && before !== key) attempt(() => moveIfSame(before, key, known));
    this.#key = key;
    return key;
  }
}

/** Another tab may have put words of its own there since. */
function moveIfSame(from: string, to: string, text: string): void {
  if (text === "" || localStorage.getItem(from) !== text) return;
  localStorage.removeItem(from);
  localStorage.setItem(to, text);
}

function joined(texts: string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}

/** A browser may forbid storage, or have none left: then a draft lives as long as its page. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
