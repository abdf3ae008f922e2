/** A message that this tab sends, until the server's own copy of it takes its place. */
export interface Outgoing {
  clientMessageId: string;
  text: string;
  createdAt: string;
  state: "sending" | "sent" | "failed";
  /** Why it failed, in words. */
  problem: string | null;
  runId: string | null;
}

export function newOutgoing(text: string): Outgoing {
  return { clientMessageId: newClientId(), text, createdAt: new Date().toISOString(), state: "sending", problem: null, runId: null };
}

/** `crypto.randomUUID` exists only over https and on localhost; random bytes exist everywhere. */
function newClientId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
