import { callApi } from "#components/api/call-api.ts";
import { drawnForHeader } from "#components/api/drawn-for.ts";
import { readEvents } from "#components/live/read-events.ts";
import type { TabEvent, WireEvent } from "#components/live/tab-event.ts";
import { hearServerTime } from "#components/ui/server-clock.ts";

/** The chat that the tab shows, and how far it has read the run that it follows. Asked anew for every connection. */
export interface WatchedChat {
  chatId: string;
  resumeAt(): { runId: string; after: number } | null;
}

/** Heartbeats come every 10 s; a connection that is silent for longer than this is dead. */
const SILENCE_MS = 35_000;
/** The first bytes come at once, unless something on the way holds streams back. */
const FIRST_BYTES_MS = 12_000;
/** A machine that slept this long may have lost its connection without a sign, and its timers slept too. */
const SLEEP_MS = 15_000;
/** A browser opens six connections to a server at most (HTTP/1.1), for all its tabs: those that nobody looks at must not hold them. */
const HIDDEN_MS = 10_000;
const MAX_PAUSE_MS = 15_000;
const FIRST_MS = 20;
/** Failures before people are told: most breaks are over at the first attempt. */
const FAILURES_TO_TELL = 2;

/**
 * The tab's one connection to the server's events, shared by everything on the page: it opens with the first listener, comes back by itself
 * (the longer it fails, the slower, with jitter), and rests while nobody looks at the tab. Whoever listens reads what it shows
 * again on a `ready` with `isAgain`.
 */
class TabStream {
  readonly #listeners = new Set<(event: TabEvent) => void>();
  readonly #stateListeners = new Set<() => void>();
  #watched: WatchedChat | null = null;
  #connectedFor: WatchedChat | null = null;
  #connection: AbortController | null = null;
  #wake: (() => void) | null = null;
  #firstTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  /** When the connection was begun, or bytes last came; by the machine's clock, which goes on while the page does not. */
  #heardAt = 0;
  #wasReady = false;
  #isTroubled = false;

  /** Hears of everything. Returns how to stop. */
  listen(listener: (event: TabEvent) => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#end();
    };
  }

  /** Has the runs of this chat come too, until `unwatch` or another `watch`. */
  watch(chat: WatchedChat): void {
    this.#watched = chat;
    this.#follow();
  }

  unwatch(chat: WatchedChat): void {
    if (this.#watched !== chat) return;
    this.#watched = null;
    // Not at once: when a page takes over from another, it says what it watches in the same moment.
    queueMicrotask(() => this.#follow());
  }

  /** For `useSyncExternalStore`: whether the connection has been down for longer than a moment. */
  readonly trouble = {
    subscribe: (listener: () => void): (() => void) => {
      this.#stateListeners.add(listener);
      return () => this.#stateListeners.delete(listener);
    },
    current: (): boolean => this.#isTroubled,
    onServer: (): boolean => false,
  };

  #start(): void {
    document.addEventListener("visibilitychange", this.#onVisibility);
    addEventListener("online", this.#onOnline);
    // What the page watches is said in the same moment as the first listener comes; a connection without it would be for nothing.
    this.#firstTimer = setTimeout(() => this.#connectFirst(), FIRST_MS);
  }

  /** A tab that is opened behind others connects when somebody looks at it, which may have been a moment ago. */
  #connectFirst(): void {
    if (document.visibilityState === "visible" && !this.#connection) this.#connect();
  }

  #end(): void {
    document.removeEventListener("visibilitychange", this.#onVisibility);
    removeEventListener("online", this.#onOnline);
    clearTimeout(this.#hiddenTimer);
    clearTimeout(this.#firstTimer);
    this.#disconnect();
  }

  #onOnline = (): void => this.#comeBack();

  #onVisibility = (): void => {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === "hidden") this.#hiddenTimer = setTimeout(() => this.#disconnect(), HIDDEN_MS);
    else if (this.#connection) this.#comeBack();
    else this.#connect();
  };

  #comeBack(): void {
    if (Date.now() - this.#heardAt < SLEEP_MS) this.#wake?.();
    else if (this.#connection) {
      this.#disconnect();
      this.#connect();
    }
  }

  /** Connects anew when the connection is not about what is watched. */
  #follow(): void {
    if (!this.#connection || this.#connectedFor === this.#watched) return;
    this.#disconnect();
    this.#connect();
  }

  #disconnect(): void {
    this.#connection?.abort();
    this.#connection = null;
  }

  #connect(): void {
    this.#connectedFor = this.#watched;
    this.#heardAt = Date.now();
    const connection = new AbortController();
    this.#connection = connection;
    void this.#keepOpen(connection.signal);
  }

  async #keepOpen(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      if (failures > 0) await this.#pause(failures, signal);
      if (signal.aborted) return;
      let isOpen = false;
      try {
        await this.#read(signal, () => {
          isOpen = true;
          failures = 0;
          this.#setTrouble(false);
        });
      } catch {
        // Whatever it was, the next attempt is the answer.
      }
      if (signal.aborted) return;
      if (failures >= FAILURES_TO_TELL - 1) this.#setTrouble(true);
      if (!isOpen) void this.#lookWithoutStream(signal);
    }
  }

  /** A server that answers, and whose stream does not get through: what would have come is read instead, once for each attempt. */
  async #lookWithoutStream(signal: AbortSignal): Promise<void> {
    const { isOk } = await callApi("GET", "/api/me");
    if (isOk && !signal.aborted) this.#say({ type: "ready", pending: null, isAgain: true });
  }

  /** `onOpen` hears of the first bytes: some proxies pass the head of an answer on and keep its body. */
  async #read(signal: AbortSignal, onOpen: () => void): Promise<void> {
    const silence = new AbortController();
    let timer = setTimeout(() => silence.abort(), FIRST_BYTES_MS);
    const onBytes = (): void => {
      this.#heardAt = Date.now();
      onOpen();
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
    };
    try {
      const response = await fetch(this.#address(), {
        cache: "no-store",
        headers: drawnForHeader(),
        signal: AbortSignal.any([signal, silence.signal]),
      });
      hearServerTime(response);
      if (response.status === 401 || response.status === 409) {
        // Asks who we are, which leads to the sign-in page and back here, or to where another tab has switched.
        const answer = await callApi("GET", "/api/me");
        if (!answer.isOk && answer.problem.code !== "network") this.#end();
        return;
      }
      if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}.`);
      for await (const data of readEvents(response.body, onBytes)) {
        if (signal.aborted) return;
        this.#tell(JSON.parse(data));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #address(): string {
    const query = new URLSearchParams();
    const place = this.#watched?.resumeAt();
    if (this.#watched) query.set("chat", this.#watched.chatId);
    if (place) {
      query.set("run", place.runId);
      query.set("after", String(place.after));
    }
    return `/api/events?${query}`;
  }

  #tell(event: WireEvent): void {
    switch (event.type) {
      case "resync":
        this.#say({ type: "ready", pending: null, isAgain: true });
        break;
      case "ready":
        this.#say({ ...event, isAgain: this.#wasReady });
        this.#wasReady = true;
        break;
      default:
        this.#say(event);
    }
  }

  #say(event: TabEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  #pause(failures: number, signal: AbortSignal): Promise<void> {
    const longestMs = Math.min(MAX_PAUSE_MS, 250 * 2 ** failures);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestMs * (0.5 + Math.random() / 2));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", this.#wake, { once: true });
    });
  }

  #setTrouble(isTroubled: boolean): void {
    if (this.#isTroubled === isTroubled) return;
    this.#isTroubled = isTroubled;
    for (const listener of this.#stateListeners) listener();
  }
}

/** The tab's. */
export const tabStream = new TabStream();
