import { Redis } from "ioredis";
import { afterAll, describe, expect, it } from "vitest";
import { POST as CHATS } from "#app/api/chats/route.ts";
import { GET } from "#app/api/health/route.ts";
import { GET as ME } from "#app/api/me/route.ts";
import { closeConnections, connections } from "#db/client.ts";
import { env } from "#lib/env.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { startRedis } from "#lib/testing/redis-process.ts";
import { createScene } from "#lib/testing/scene.ts";
import { runCheck } from "./check.ts";
import { checkQueue } from "./check-queue.ts";
import { checkRules } from "./check-rules.ts";

afterAll(closeConnections);

const beat = (secondsAgo: number) => connections().raw`
  insert into processes (id, kind, host, pid, version, beat_at) values ('w', 'worker', 'h', 1, '0', now() - make_interval(secs => ${secondsAgo}))
  on conflict (id) do update set beat_at = excluded.beat_at`;

describe("health", () => {
  it("says to everybody what is well and what is not, and to administrators why", async () => {
    const { ours } = await createScene();
    const anybody = await callRoute(GET);
    expect(anybody.status).toBe(200);
    expect(anybody.body.checks.database).toEqual({ status: "ok" });
    expect(Object.keys(anybody.body.checks)).toEqual(["database", "queue", "worker", "sandbox", "model"]);
    expect(JSON.stringify(anybody.body)).not.toContain("detail");
    const member = await callRoute(GET, { apiKey: ours.member.apiKey });
    expect(JSON.stringify(member.body)).not.toContain("detail");
    const admin = await callRoute(GET, { apiKey: ours.admin.apiKey });
    expect(admin.body.checks.database.detail).toMatch(/^PostgreSQL \d+/);
    expect(admin.body.checks.queue).toEqual({ status: "ok", detail: "The queue is on PostgreSQL." });
  });

  it("turns red for a worker that was silent for 15 seconds, and the product goes on", async () => {
    await beat(1);
    expect((await callRoute(GET)).body.checks.worker.status).toBe("ok");
    await beat(16);
    const { status, body } = await callRoute(GET);
    expect([status, body.status, body.checks.worker.status]).toEqual([200, "degraded", "down"]);
  });

  it("says of an organization's rules what cannot be met, and that they cannot be read", async () => {
    const { ours, theirs } = await createScene();
    expect(await checkRules(ours.member.ctx)).toEqual({ status: "ok", detail: "Version 1 of the rules is in force." });
    const ask = {
      id: "two",
      effect: "ask" as const,
      tool: "SHELL",
      requirement: { approvals: 2, roles: ["approver" as const] },
      reason: "Two.",
    };
    await putPolicy(ours.owner.ctx, {
      preset: "balanced",
      rules: [
        ask,
        { ...ask, id: "typo", tool: "shel", requirement: {} },
        { ...ask, id: "slip", requirement: {}, when: [{ pointer: "/comand", op: "starts-with", value: "npm" }] },
      ],
    });
    expect(await checkRules(ours.owner.ctx)).toEqual({
      status: "degraded",
      detail:
        'Rule "two" asks for 2 approvals and 1 member may give one, so calls that it asks about wait without end. Rule "typo" is about the tool "shel", which there is not. Rule "slip" looks at /comand of the tool "SHELL", where no argument can stand. They are changed under Settings, Rules.',
    });
    await ours.owner.ctx.db.sql((sql) => sql`update policies set rules = '[{}]' where tenant_id = ${ours.id}`);
    expect(await checkRules(ours.owner.ctx)).toMatchObject({ status: "down", detail: expect.stringContaining("every call is denied") });
    expect((await checkRules(theirs.owner.ctx)).status).toBe("ok");
  });

  it("takes a check that throws or hangs for down", async () => {
    expect(await runCheck(() => Promise.reject(new Error("no")))).toEqual({ status: "down", detail: "no" });
    expect(await runCheck(() => new Promise(() => undefined))).toEqual({ status: "down", detail: "No answer within 3 s." });
  });

  it("answers within seconds although the database does not, with what it knows; other calls answer with 503", async () => {
    const { ours } = await createScene();
    const { health, me } = await connections().raw.begin(async (sql) => {
      await sql`lock table api_keys, processes in access exclusive mode`;
      const startedAt = performance.now();
      const [health, me] = await Promise.all([callRoute(GET, ours.admin), callRoute(ME, ours.admin)]);
      expect(performance.now() - startedAt).toBeLessThan(7_000);
      return { health, me };
    });
    expect([health.status, health.body.checks.worker]).toEqual([200, { status: "down" }]);
    expect([me.status, me.body.code, me.headers.get("retry-after")]).toEqual([503, "unavailable", "5"]);
  }, 20_000);

  it("says that Redis does not answer, without its password", async () => {
    Object.assign(env(), { REDIS_URL: "redis://user:hidden@127.0.0.1:1" });
    const check = await runCheck(checkQueue);
    Object.assign(env(), { REDIS_URL: undefined });
    expect(check).toEqual({ status: "down", detail: expect.stringMatching(/^Redis does not answer.* ECONNREFUSED/) });
    expect(JSON.stringify(check)).not.toContain("hidden");
  });

  it("says what Redis says that does not know our password, or runs no scripts", async () => {
    const redis = await startRedis(undefined, ["--requirepass", "right"]);
    const admin = new Redis(redis.url, { password: "right" });
    await admin.acl("SETUSER", "bob", "on", ">right", "~*", "+@all", "-eval", "-evalsha");
    const address = new URL(redis.url).host;
    const look = (url: string) => {
      Object.assign(env(), { REDIS_URL: url });
      return runCheck(checkQueue).finally(() => Object.assign(env(), { REDIS_URL: undefined }));
    };
    const refused = /^Redis answers and takes no jobs\./;
    for (const [url, words] of [
      [`redis://${address}`, /NOAUTH/],
      [`redis://:wrong@${address}`, /WRONGPASS/],
      [`redis://bob:right@${address}`, /NOPERM.*eval/],
    ] as const) {
      const { status, detail = "" } = await look(url);
      expect([status, detail]).toEqual(["down", expect.stringMatching(refused)]);
      expect(detail).toMatch(words);
      expect(detail).not.toMatch(/wrong@|right/);
    }
    expect(await look(`redis://:right@${address}`)).toEqual({ status: "ok", detail: "Redis answers." });
    admin.disconnect();
    await redis.stop();
  });

  it("says that Redis answers and takes no jobs: it is full, or has become a replica", async () => {
    const redis = await startRedis();
    const admin = new Redis(redis.url);
    const look = () => {
      Object.assign(env(), { REDIS_URL: redis.url });
      return runCheck(checkQueue).finally(() => Object.assign(env(), { REDIS_URL: undefined }));
    };
    expect(await look()).toEqual({ status: "ok", detail: "Redis answers." });
    await admin.config("SET", "maxmemory", "1");
    expect(await look()).toEqual({
      status: "down",
      detail: expect.stringMatching(/^Redis answers and takes no jobs\..*OOM command not allowed/),
    });
    await admin.config("SET", "maxmemory", "0");
    await admin.replicaof("127.0.0.1", 1);
    expect(await look()).toEqual({ status: "down", detail: expect.stringMatching(/READONLY/) });
    admin.disconnect();
    await redis.stop();
  });
});

it("is 503 when the database takes no changes, and so is every other call", async () => {
  await closeConnections();
  const url = process.env.COUNTERSIGN_APP_DATABASE_URL ?? "";
  const readOnly = new URL(url);
  readOnly.searchParams.set("default_transaction_read_only", "on");
  const { ours } = await createScene();
  await closeConnections();
  Object.assign(env(), { COUNTERSIGN_APP_DATABASE_URL: readOnly.href });
  const [health, made] = await Promise.all([
    callRoute(GET),
    callRoute(CHATS, { method: "POST", path: "/api/chats", body: {}, apiKey: ours.admin.apiKey }),
  ]);
  await closeConnections();
  Object.assign(env(), { COUNTERSIGN_APP_DATABASE_URL: url });
  expect([health.status, health.body.checks.database.status]).toEqual([503, "down"]);
  expect([made.status, made.body.code, made.body.detail]).toEqual([
    503,
    "unavailable",
    "The database takes no changes. Try again in a moment.",
  ]);
});

it("is 503 when the database is away", async () => {
  await closeConnections();
  const url = process.env.COUNTERSIGN_APP_DATABASE_URL ?? "";
  Object.assign(env(), { COUNTERSIGN_APP_DATABASE_URL: url.replace(/:\d+\//, ":1/") });
  const { status, body } = await callRoute(GET, { apiKey: `cs_${"x".repeat(40)}` });
  await closeConnections();
  Object.assign(env(), { COUNTERSIGN_APP_DATABASE_URL: url });
  expect([status, body.status, body.checks.database.status]).toEqual([503, "down", "down"]);
});
