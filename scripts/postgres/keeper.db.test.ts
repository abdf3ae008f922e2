import { mkdtempSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./keeper.ts";
import { stayUp } from "./stay-up.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-keeper-"));
const start = () => startEmbeddedPostgres({ dataDir });

afterAll(async () => {
  await (await start()).stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe("the embedded PostgreSQL of a data directory", { timeout: 60_000 }, () => {
  it("is made on the first start, with a password that only its owner can read", async () => {
    const server = await start();
    expect(server.reused).toBe(false);
    expect(await ask(server.adminUrl, "select current_setting('max_connections') as answer")).toBe("200");
    expect((await stat(path.join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
    await expect(ask(server.adminUrl.replace(/:[^:@]+@/, ":wrong@"), "select 1 as answer")).rejects.toThrow(
      /password authentication failed/,
    );
  });

  it("is used again while it runs", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ reused: true, port: first.port });
  });

  it("keeps what was written when it is killed, and starts again", async () => {
    const first = await start();
    await ask(first.adminUrl, "create table kept (answer text)");
    await ask(first.adminUrl, "insert into kept values ('still here')");
    process.kill(await postmasterOf(first), "SIGKILL");
    const second = await start();
    expect(second.reused).toBe(false);
    expect(await ask(second.adminUrl, "select answer from kept")).toBe("still here");
  });

  it("is started again on its port when it dies while the product runs, and not any more when that stops", async () => {
    const server = await start();
    const told: string[] = [];
    const keeper = stayUp(server, (line) => told.push(line));
    process.kill(await postmasterOf(server), "SIGKILL");
    await vi.waitFor(() => expect(told).toContain("The database is back"), { timeout: 20_000, interval: 100 });
    expect(await ask(server.adminUrl, "select answer from kept")).toBe("still here");
    await keeper.stop();
    process.kill(await postmasterOf(server), "SIGKILL");
    await sleep(2_000);
    expect(told.filter((line) => line === "The database is back")).toHaveLength(1);
    await expect(ask(server.adminUrl, "select 1 as answer")).rejects.toThrow(/ECONNREFUSED|CONNECTION_CLOSED/);
  });

  it("moves to another port when its own was taken meanwhile, and does not mistake the stranger for itself", async () => {
    const first = await start();
    await first.stop();
    const stranger = net.createServer((socket) => socket.end("I am not PostgreSQL")).listen(first.port, "127.0.0.1");
    try {
      const second = await start();
      expect(second.port).not.toBe(first.port);
      expect(await ask(second.adminUrl, "select 'mine' as answer")).toBe("mine");
    } finally {
      stranger.close();
    }
  });
});

async function postmasterOf({ place }: EmbeddedPostgres): Promise<number> {
  return Number((await readFile(path.join(place.cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function ask(url: string, statement: string): Promise<string | undefined> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const rows = await sql.unsafe(statement);
    return rows[0]?.answer;
  } finally {
    await sql.end();
  }
}
