import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket, type Server as TcpServer } from "node:net";
import type { Connector } from "#lib/net/connect.ts";
import type { Resolver } from "#lib/net/resolve.ts";

/**
 * The outside network of a test, on loopback: names answer what the test says, and every connection ends at the test's own server,
 * whatever address was dialled. What was looked up and dialled is written down.
 */
export interface Outside {
  resolve: Resolver;
  connect: Connector;
  lookups: string[];
  /** `address:port` of everything that was dialled. */
  dialled: string[];
  sockets: Socket[];
  close(): Promise<void>;
}

/** Answers of a name, by look-up number; the last answer stays. */
export type Names = Record<string, readonly (readonly string[])[]>;

export async function openOutside(listener: RequestListener, names: Names = {}): Promise<Outside> {
  return outsideAt(createServer(listener), names);
}

/** The same with a server that speaks raw bytes. */
export async function openRawOutside(onSocket: (socket: Socket) => void, names: Names = {}): Promise<Outside> {
  return outsideAt(createTcpServer(onSocket), names);
}

export async function outsideAt(server: Server | TcpServer, names: Names): Promise<Outside> {
  const port = await listenOnLoopback(server);
  const accepted = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    socket.on("error", () => {});
    accepted.add(socket);
  });
  const outside: Outside = {
    lookups: [],
    dialled: [],
    sockets: [],
    resolve: async (hostname) => {
      const earlier = outside.lookups.filter((each) => each === hostname).length;
      outside.lookups.push(hostname);
      const answers = names[hostname];
      if (!answers) throw new Error(`ENOTFOUND ${hostname}`);
      return answers[earlier] ?? answers.at(-1) ?? [];
    },
    connect: (target) => {
      outside.dialled.push(...target.addresses.map((address) => `${address}:${target.port}`));
      const socket = connect(port, "127.0.0.1");
      outside.sockets.push(socket);
      return socket;
    },
    close: async () => {
      for (const socket of accepted) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return outside;
}

export async function listenOnLoopback(server: Server | TcpServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}
