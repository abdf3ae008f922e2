import { request as httpRequest, type IncomingMessage } from "node:http";
import { type Connector, connectPinned, openConnection } from "./connect.ts";
import { FetchFailure } from "./errors.ts";
import { isVetted, type VettedTarget } from "./vet-target.ts";

export interface VettedRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Ends the request and its socket, also while the answer's body is being read. */
  signal: AbortSignal;
  /** Limit for TCP and TLS together, in ms. */
  connectMs?: number;
  /** For tests. */
  connect?: Connector;
}

/**
 * One HTTP/1.1 request over a connection of its own to a vetted target; no redirect is followed, no proxy is asked. Resolves with the
 * answer as soon as its header is there. The caller reads or destroys the body; the socket ends with it.
 * @throws FetchFailure; an abort rejects with the signal's reason.
 */
export async function requestVetted(target: VettedTarget, options: VettedRequest): Promise<IncomingMessage> {
  if (!isVetted(target)) throw new Error("Only targets made by vetTarget may be dialled.");
  const { method, headers, body, signal, connectMs = 5_000, connect = connectPinned } = options;
  const socket = await openConnection(target, connect, connectMs, signal);
  const url = new URL(target.href);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
      socket.destroy();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    socket.once("close", () => signal.removeEventListener("abort", onAbort));

    const request = httpRequest({
      // A socket of our own and no agent: nothing is pooled, and NODE_USE_ENV_PROXY finds nobody to obey it.
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, connection: "close", ...headers },
    });
    request.once("response", resolve);
    request.once("upgrade", () => {
      socket.destroy();
      reject(new FetchFailure("bad_response", `${target.hostname} switched protocols`));
    });
    request.on("error", (cause) => {
      socket.destroy();
      const isTransport = "syscall" in cause || cause.message === "socket hang up";
      reject(
        new FetchFailure(
          isTransport ? "connection_failed" : "bad_response",
          `${target.hostname} did not answer properly (${cause.message})`,
          { cause },
        ),
      );
    });
    if (signal.aborted) onAbort();
    request.end(body);
  });
}
