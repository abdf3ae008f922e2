import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#lib/testing/database.ts";
import { closeConnections } from "./client.ts";
import { systemSql } from "./system.ts";

afterAll(closeConnections);

describe("a transaction whose connection is cut", () => {
  it("fails, and leaves a pool that answers everybody else and mixes nothing up, fifty times", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    for (let round = 0; round < 50; round += 1) {
      const cut = systemSql(async (sql) => {
        const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        const pending = sql`select pg_sleep(5)`.execute();
        pending.catch(() => undefined);
        await admin`select pg_terminate_backend(${own?.pid ?? 0})`;
        return pending;
      });
      const answers = Promise.all(Array.from({ length: 7 }, (_, number) => systemSql((sql) => sql`select ${number}::int as number`)));
      await expect(cut).rejects.toThrow();
      expect((await answers).map(([row]) => row?.number)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
    await admin.end();
  });
});
