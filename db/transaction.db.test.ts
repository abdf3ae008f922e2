import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { newId, type TenantId } from "#lib/ids.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { closeConnections } from "./client.ts";
import { systemSql, systemStatement } from "./system.ts";
import { tenantDb } from "./tenant.ts";
import { together } from "./together.ts";
import type { Statements } from "./transaction.ts";

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

describe("a statement in the system scope", () => {
  it("sees across organizations, on a session that keeps the scope, and the sessions of tenants never have it", async () => {
    const scopeOf = "select coalesce(current_setting('app.scope', true), '') as scope";
    const scopes = await Promise.all(
      Array.from({ length: 6 }, () => systemStatement((sql) => sql<{ scope: string }[]>`${sql.unsafe(scopeOf)}`)),
    );
    expect(scopes.flat().map(({ scope }) => scope)).toEqual(Array(6).fill("system"));
    const inTenant = await tenantDb(newId<TenantId>()).sql((sql) => sql<{ scope: string }[]>`${sql.unsafe(scopeOf)}`);
    expect(inTenant).toEqual([{ scope: "" }]);
  });

  it("fails when its connection is cut, and the next one has a new session in that scope", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    const pidOf = () =>
      systemStatement(
        (sql) => sql<{ pid: number; scope: string }[]>`select pg_backend_pid() as pid, current_setting('app.scope') as scope`,
      );
    for (let round = 0; round < 20; round += 1) {
      const [first] = await pidOf();
      const cut = systemStatement((sql) => sql<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(5)`);
      cut.catch(() => undefined);
      await expect.poll(async () => (await admin`select pg_terminate_backend(${first?.pid ?? 0})`).length).toBe(1);
      await expect(cut).rejects.toThrow();
      const [next] = await pidOf();
      expect(next?.pid).not.toBe(first?.pid);
      expect(next?.scope).toBe("system");
    }
    await admin.end();
  });
});

describe("a transaction whose commit travels behind its last statements", () => {
  const tenantId = newId<TenantId>();
  const db = tenantDb(tenantId);
  const names = () =>
    systemSql((sql) => sql<{ name: string }[]>`select name from organizations where id = ${tenantId}`).then((rows) =>
      rows.map(({ name }) => name),
    );

  it("is kept, and its answers are there", async () => {
    const answers = await db.hot((sql, last) => {
      last();
      return together([sql`select 1 as n`, sql`insert into organizations (id, name) values (${tenantId}, 'Kept') returning name`]);
    });
    expect(answers).toEqual([[{ n: 1 }], [{ name: "Kept" }]]);
    expect(await names()).toEqual(["Kept"]);
  });

  it("is taken back whole when one of them fails, and says what failed", async () => {
    const failed = db.hot((sql, last) => {
      last();
      return together([
        sql`update organizations set name = 'Changed' where id = ${tenantId}`,
        sql`select 1 / ${0}::int`,
        sql`update organizations set name = 'Changed twice' where id = ${tenantId}`,
      ]);
    });
    await expect(failed).rejects.toThrow("division by zero");
    expect(await names()).toEqual(["Kept"]);
  });

  it("does not pass for kept when its failure was swallowed", async () => {
    const swallowed = db.hot(async (sql, last) => {
      last();
      await Promise.allSettled([sql`update organizations set name = 'Changed' where id = ${tenantId}`, sql`select 1 / ${0}::int`]);
    });
    await expect(swallowed).rejects.toThrow("nothing of it was kept");
    expect(await names()).toEqual(["Kept"]);
  });

  it("takes no statement after its end, and leaves a connection that works", async () => {
    const late = db.hot(async (sql, last) => {
      last();
      await sql`select 1`;
      return sql`update organizations set name = 'Late' where id = ${tenantId}`;
    });
    await expect(late).rejects.toThrow("nothing can be added to it");
    expect(await names()).toEqual(["Kept"]);
  });

  it("fails when its connection is cut", async () => {
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    for (let round = 0; round < 20; round += 1) {
      const pid = Promise.withResolvers<number>();
      const cut = db.hot(async (sql, last) => {
        const [own] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
        pid.resolve(own?.pid ?? 0);
        last();
        return sql`select pg_sleep(5)`;
      });
      cut.catch(() => undefined);
      await admin`select pg_terminate_backend(${await pid.promise})`;
      await expect(cut).rejects.toThrow();
      expect(await names()).toEqual(["Kept"]);
    }
    await admin.end();
  });
});

describe("statements that travel together", () => {
  /** The first on the wire fails, and its error comes out later than that of the one behind it, as from verbs that call verbs. */
  const failing = (sql: Statements) => {
    const handOn = async (error: unknown) => {
      await delay(100);
      throw error;
    };
    return [sql`select 1 / ${0}::int`.execute().catch(handOn), sql`select 2`.execute()] as const;
  };

  it("fail with what broke the transaction", async () => {
    await expect(systemSql((sql) => together(failing(sql)))).rejects.toThrow("division by zero");
  });

  it("would fail with what follows from it: the planted violation", async () => {
    await expect(systemSql((sql) => Promise.all(failing(sql)))).rejects.toThrow("current transaction is aborted");
  });

  it("give their answers in their order", async () => {
    const answers = await systemSql((sql) => together([sql`select 1 as n`, null, sql`select 2 as n`]));
    expect(answers).toEqual([[{ n: 1 }], null, [{ n: 2 }]]);
  });
});
