import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { classifyAddress } from "./address.ts";
import { withoutTrailingDot } from "./allow-list.ts";
import { FetchFailure } from "./errors.ts";
import type { VettedTarget } from "./vet-target.ts";

/** Starts a TCP connection to one of the target's addresses. */
export type Connector = (target: VettedTarget) => Socket;

/** Dials the vetted addresses and no other: the name that is passed cannot be resolved, the look-up answers from the target. */
export const connectPinned: Connector = ({ addresses, port }) => {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  const socket = connectTcp({
    host: "vetted.invalid",
    port,
    autoSelectFamily: true,
    lookup: (_hostname, options, callback) => {
      const [first] = entries;
      if (options.all || !first) callback(null, entries);
      else callback(null, first.address, first.family);
    },
  });
  // Belt and braces: whatever the runtime did with the above, a peer that was not vetted is hung up on.
  socket.once("connect", () => {
    if (!isVettedPeer(socket.remoteAddress, addresses))
      socket.destroy(new Error(`connected to ${socket.remoteAddress}, which was not vetted`));
  });
  return socket;
};

/** Whether a connected peer is one of the addresses, in any spelling. */
export function isVettedPeer(peer: string | undefined, addresses: readonly string[]): boolean {
  if (peer === undefined) return false;
  const canonical = classifyAddress(peer).address;
  return addresses.some((address) => classifyAddress(address).address === canonical);
}

/**
 * A connected socket to the target, TLS verified for the target's own name when it is https.
 * @throws FetchFailure `connection_failed`, `tls_failed`, or `timeout` after `connectMs` for TCP and TLS together. An abort rejects with
 * the signal's reason. The socket is destroyed in every case.
 */
export async function openConnection(target: VettedTarget, connect: Connector, connectMs: number, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const raw = connect(target);
  const stages: Socket[] = [raw];
  const late = new FetchFailure("timeout", `${target.hostname} did not accept the connection within ${connectMs} ms`);
  const timer = setTimeout(() => destroyAll(stages, late), connectMs);
  const onAbort = (): void => destroyAll(stages, asError(signal.reason));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    await settled(raw, "connect", "connection_failed", target);
    if (target.protocol === "http:") return raw;
    const secure = connectTls({
      socket: raw,
      host: withoutTrailingDot(target.hostname),
      // RFC 6066 §3: without the dot that ends a name.
      servername: isIP(target.hostname) ? "" : withoutTrailingDot(target.hostname),
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
    });
    stages.unshift(secure);
    await settled(secure, "secureConnect", "tls_failed", target);
    return secure;
  } catch (error) {
    destroyAll(stages);
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function settled(
  socket: Socket,
  event: "connect" | "secureConnect",
  code: "connection_failed" | "tls_failed",
  target: VettedTarget,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error?: Error | boolean): void => {
      const cause = error instanceof Error ? error : new Error("the connection was closed");
      reject(
        cause instanceof FetchFailure
          ? cause
          : new FetchFailure(code, `${sentenceOf(code)} ${target.hostname} (${reasonOf(cause)})`, { cause }),
      );
    };
    // Stays attached: a socket that fails after it settled must not bring the process down.
    socket.on("error", fail);
    socket.once("close", fail);
    socket.once(event, () => {
      socket.off("close", fail);
      resolve();
    });
  });
}

function sentenceOf(code: "connection_failed" | "tls_failed"): string {
  return code === "tls_failed" ? "No trusted TLS connection to" : "No connection to";
}

/** `AggregateError` of several attempts has no message of its own. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError) return error.errors.map((each) => (each instanceof Error ? each.message : String(each))).join("; ");
  // What OpenSSL says; the message has its addresses in memory and its source files around it.
  if ("reason" in error && typeof error.reason === "string" && error.message.includes(":error:")) return error.reason;
  return error.message;
}

function destroyAll(sockets: readonly Socket[], error?: Error): void {
  for (const socket of sockets) socket.destroy(error);
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
