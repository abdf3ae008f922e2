import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RedisProcess {
  url: string;
  stop(): Promise<void>;
}

/** A Redis of its own, on a free port, that keeps nothing; `more`: its settings. Needs Debian's package redis-server. */
export async function startRedis(port?: number, more: readonly string[] = []): Promise<RedisProcess> {
  const own = port ?? (await freePort());
  const child = spawn("redis-server", ["--port", String(own), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", ...more], {
    stdio: "ignore",
  });
  await Promise.race([isListening(own), once(child, "error").then(([error]) => Promise.reject(error))]);
  return {
    url: `redis://127.0.0.1:${own}`,
    async stop() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port.");
  return address.port;
}

async function isListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(25);
  }
  throw new Error(`Redis does not listen on port ${port}.`);
}
