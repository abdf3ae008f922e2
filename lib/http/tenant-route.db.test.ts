import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { closeConnections, connections } from "#db/client.ts";
import type { TenantSql } from "#db/tenant.ts";
import { AppError } from "#lib/errors.ts";
import { parseChatId } from "#lib/ids.ts";
import { browserOf, callRoute, TEST_ORIGIN } from "#lib/testing/call-route.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { personRoute } from "./person-route.ts";
import { publicRoute } from "./public-route.ts";
import { sessionRoute } from "./session-route.ts";
import { tenantRoute } from "./tenant-route.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(closeConnections);

const whoAmI = tenantRoute({ query: z.unknown() }, ({ ctx, person, organization }) => ({
  tenantId: ctx.tenantId,
  userId: ctx.userId,
  role: ctx.role,
  name: person.name,
  organization: organization.name,
}));

describe("who calls", () => {
  it("is the member of an API key, with role and organization from the database", async () => {
    const { ours } = scene;
    const { status, body } = await callRoute(whoAmI, { apiKey: ours.approver.apiKey });
    expect(status).toBe(200);
    expect(body).toEqual({ tenantId: ours.id, userId: ours.approver.userId, role: "approver", name: "The approver", organization: "Acme" });
  });

  it("is the person of a session", async () => {
    const session = await browserOf(scene.theirs.member.userId);
    expect((await callRoute(whoAmI, { session })).body).toMatchObject({ tenantId: scene.theirs.id, role: "member" });
  });

  it.each([
    ["nothing", {}],
    ["an unknown key", { authorization: `Bearer cs_${"x".repeat(43)}` }],
    ["a key without its scheme", { authorization: `cs_${"x".repeat(43)}` }],
    ["another scheme", { authorization: "Basic dTpw" }],
    ["an empty header", { authorization: "" }],
    ["a key of 10,000 characters", { authorization: `Bearer cs_${"x".repeat(10_000)}` }],
    ["a forged cookie", { cookie: "authjs.session-token=019b0000-0000-7000-8000-000000000000.AAAA" }],
    [
      "a next-auth token of another installation",
      { cookie: "authjs.session-token=eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..a.b.c" },
    ],
    ["names in headers", { "x-user-id": "019b0000-0000-7000-8000-000000000000", "x-tenant-id": "019b0000-0000-7000-8000-000000000000" }],
  ])("is nobody with %s", async (_what, headers) => {
    const { status, body, headers: answered } = await callRoute(whoAmI, { headers: headers as Record<string, string> });
    expect(status).toBe(401);
    expect(body).toMatchObject({ type: "about:blank", title: "Unauthorized", status: 401, code: "unauthenticated" });
    expect(answered.get("content-type")).toBe("application/problem+json");
    expect(answered.get("www-authenticate")).toBe("Bearer");
  });

  it("is nobody when the Authorization header is wrong, whatever cookie comes with it", async () => {
    const session = await browserOf(scene.ours.owner.userId);
    expect((await callRoute(whoAmI, { session, headers: { authorization: "Bearer nonsense" } })).status).toBe(401);
  });

  it("is refused on a page that was drawn for another organization or person, and the header that says so gives nothing", async () => {
    const { ours, theirs } = scene;
    const session = await browserOf(ours.member.userId);
    for (const drawnFor of [`${theirs.id} ${ours.member.userId}`, `${ours.id} ${ours.owner.userId}`, ours.id, ""]) {
      const { status, body } = await callRoute(whoAmI, { session, headers: { "x-drawn-for": drawnFor } });
      expect([status, body.code], drawnFor).toEqual([409, "page_outdated"]);
    }
    expect((await callRoute(whoAmI, { session, headers: { "x-drawn-for": `${ours.id} ${ours.member.userId}` } })).body).toMatchObject({
      role: "member",
    });
  });

  it("is never taken from query, body, header or cookie", async () => {
    const { ours, theirs } = scene;
    const { body } = await callRoute(whoAmI, {
      apiKey: ours.member.apiKey,
      path: `/api/test?user_id=${theirs.owner.userId}&tenantId=${theirs.id}`,
      headers: { "x-tenant-id": theirs.id, "x-user-id": theirs.owner.userId, cookie: `tenant=${theirs.id}` },
    });
    expect(body).toMatchObject({ tenantId: ours.id, userId: ours.member.userId });
  });

  it("is nobody once the key is revoked or expired, the session revoked or expired, or the member removed", async () => {
    const { ours } = await createScene();
    const raw = connections().raw;
    const { approver, member, auditor, admin, owner } = ours;
    const [revoked, expired, removed] = [await browserOf(admin.userId), await browserOf(owner.userId), await browserOf(auditor.userId)];
    await raw`update auth_sessions set revoked_at = now() where id = ${revoked}`;
    await raw`update auth_sessions set expires_at = now() where id = ${expired}`;
    await approver.ctx.db.sql(async (sql) => {
      await sql`update api_keys set revoked_at = now() where id = ${approver.apiKeyId}`;
      await sql`update api_keys set expires_at = now() where id = ${member.apiKeyId}`;
      await sql`update memberships set removed_at = now() where user_id = ${auditor.userId}`;
    });
    for (const call of [
      { session: revoked },
      { session: expired },
      { session: removed },
      { apiKey: approver.apiKey },
      { apiKey: member.apiKey },
      { apiKey: auditor.apiKey },
    ]) {
      expect((await callRoute(whoAmI, call)).status).toBe(401);
    }
  });

  it("has another role on the very next request after it changed", async () => {
    const { ours } = await createScene();
    const change = (role: string) =>
      ours.owner.ctx.db.sql((sql) => sql`update memberships set role = ${role} where user_id = ${ours.member.userId}`);
    const session = await browserOf(ours.member.userId);
    await change("auditor");
    expect((await callRoute(whoAmI, { session })).body.role).toBe("auditor");
    expect((await callRoute(whoAmI, { apiKey: ours.member.apiKey })).body.role).toBe("auditor");
  });

  it.each([
    ["demoted", 403, (sql: TenantSql, { userId }: SceneMember) => sql`update memberships set role = 'member' where user_id = ${userId}`],
    [
      "made an auditor",
      403,
      (sql: TenantSql, { userId }: SceneMember) => sql`update memberships set role = 'auditor' where user_id = ${userId}`,
    ],
    ["removed", 401, (sql: TenantSql, { userId }: SceneMember) => sql`update memberships set removed_at = now() where user_id = ${userId}`],
    [
      "without the key",
      401,
      (sql: TenantSql, { userId }: SceneMember) => sql`update api_keys set revoked_at = now() where user_id = ${userId}`,
    ],
  ] as const)("is looked at again when the body was slow to come: somebody who is %s meanwhile gets %i", async (_what, status, change) => {
    const { admin } = (await createScene()).ours;
    const act = tenantRoute({ roles: ["owner", "admin"], body: z.strictObject({ name: z.string() }) }, ({ body }) => body);
    const call = { method: "POST", apiKey: admin.apiKey, body: { name: "x" } };
    const slowly = (work: () => Promise<unknown>) =>
      callRoute(act, { ...call, beforeBodyEnds: () => Promise.all([work(), setTimeout(60)]) });
    expect((await slowly(() => Promise.resolve())).status).toBe(200);
    expect((await slowly(() => admin.ctx.db.sql((sql) => Promise.resolve(change(sql, admin))))).status).toBe(status);
  });

  it("costs one short query", async () => {
    const session = await browserOf(scene.ours.member.userId);
    for (let i = 0; i < 50; i += 1) await callRoute(whoAmI, { session });
    const times: number[] = [];
    for (let i = 0; i < 200; i += 1) {
      const start = performance.now();
      await callRoute(whoAmI, { session });
      times.push(performance.now() - start);
    }
    const median = times.sort((a, b) => a - b)[100] ?? 0;
    expect(median).toBeLessThan(10);
  });
});

describe("another site", () => {
  const write = tenantRoute({}, () => ({ ok: true }));
  const origins: [string, Record<string, string>, number][] = [
    ["our own origin", { origin: TEST_ORIGIN }, 200],
    ["our own origin, said by the browser too", { origin: TEST_ORIGIN, "sec-fetch-site": "same-origin" }, 200],
    ["no Origin", { origin: "" }, 403],
    ["no Origin and a cross-site fetch", { origin: "", "sec-fetch-site": "cross-site" }, 403],
    ["Origin null, as a sandboxed frame sends", { origin: "null" }, 403],
    ["another host", { origin: "http://evil.test" }, 403],
    ["another port", { origin: `${TEST_ORIGIN}:8080` }, 403],
    ["a host that ends like ours", { origin: "http://evil-countersign.test" }, 403],
    ["a host that begins like ours", { origin: "http://countersign.test.evil.test" }, 403],
    ["a sibling domain", { origin: "http://a.countersign.test", "sec-fetch-site": "same-site" }, 403],
    ["another site with a forged X-Forwarded-Host", { origin: "http://evil.test", "x-forwarded-host": "evil.test" }, 403],
    ["our host as a path", { origin: "http://evil.test/countersign.test" }, 403],
    ["our origin with a cross-site fetch", { origin: TEST_ORIGIN, "sec-fetch-site": "cross-site" }, 403],
    ["plain http while we are reached by https", { origin: TEST_ORIGIN, "x-forwarded-proto": "https" }, 403],
    ["https behind a proxy that says so", { origin: TEST_ORIGIN.replace("http", "https"), "x-forwarded-proto": "https" }, 200],
  ];

  it.each(origins)("with a cookie and %s", async (_what, headers, expected) => {
    const session = await browserOf(scene.ours.member.userId);
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, body } = await callRoute(write, { method, session, headers });
      expect(status).toBe(expected);
      if (expected === 403) expect(body.code).toBe("cross_origin");
    }
  });

  it("may not be refused for a program with an API key, nor for reading", async () => {
    expect((await callRoute(write, { method: "POST", apiKey: scene.ours.member.apiKey, headers: { origin: "null" } })).status).toBe(200);
    const session = await browserOf(scene.ours.member.userId);
    expect((await callRoute(write, { session, headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });
});

describe("roles", () => {
  const forManagers = tenantRoute({ roles: ["owner", "admin"] }, () => ({ ok: true }));
  const forAll = tenantRoute({}, () => ({ ok: true }));
  const preview = tenantRoute({ changesNothing: true }, () => ({ ok: true }));

  it.each([
    ["owner", 200, 200],
    ["admin", 200, 200],
    ["approver", 403, 200],
    ["member", 403, 200],
    ["auditor", 403, 403],
  ] as const)("%s", async (role, managing, writing) => {
    const { apiKey } = scene.ours[role];
    expect((await callRoute(forManagers, { apiKey })).status).toBe(managing);
    expect((await callRoute(forAll, { apiKey, method: "POST" })).status).toBe(writing);
    expect((await callRoute(forAll, { apiKey })).status).toBe(200);
    expect((await callRoute(preview, { apiKey, method: "POST" })).status).toBe(200);
  });
});

describe("what a handler gets", () => {
  const route = tenantRoute(
    {
      params: { id: parseChatId },
      query: z.strictObject({ q: z.string().max(5).optional() }),
      body: z.strictObject({ text: z.string().max(100_000), n: z.number().optional() }),
      maxBodyBytes: 2_000,
    },
    ({ params, query, body }) => ({ params, query, body }),
  );
  const id = "019b0000-0000-7000-8000-00000000000a";
  const post = (call: Parameters<typeof callRoute>[1]) =>
    callRoute(route, { method: "POST", apiKey: scene.ours.member.apiKey, params: { id }, body: { text: "hello" }, ...call });

  it("is parsed", async () => {
    const { body } = await post({ params: { id: id.toUpperCase() }, path: "/api/test?q=a", body: { text: "x\0\ud800" } });
    expect(body).toEqual({ params: { id }, query: { q: "a" }, body: { text: "x\u2400\ufffd" } });
  });

  it.each(["x", "1 or 1=1", "\0", "%00", "../x", "", "9".repeat(10_000), "019b0000-0000-7000-8000-00000000000g"])(
    "is not reached with the id %j: 404 like one that never existed",
    async (bad) => {
      const { status, body } = await post({ params: { id: bad } });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: "not_found", detail: "No such chat." });
    },
  );

  it.each([
    ["an unknown key", { text: "x", tenantId: id }],
    ["a forged prototype", '{"text":"x","__proto__":{"role":"owner"}}'],
    ["a forged prototype inside", '{"text":"x","more":{"\\u005f_proto__":1}}'],
    ["a key twice", '{"text":"x","text":"y"}'],
    ["a wrong type", { text: 1 }],
    ["a missing field", {}],
    ["no object", "[]"],
    ["null", "null"],
    ["half a document", '{"text":'],
    ["a number outside a text", "1"],
    ["100 levels", `${'{"text":'.repeat(100)}1${"}".repeat(100)}`],
  ])("is not reached with a body with %s: 400", async (_what, body) => {
    const answer = await post({ body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      code: "invalid_request",
      issues: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]),
    });
  });

  it("is not reached with an unknown, doubled or overlong query: 400 with where and what", async () => {
    for (const query of ["?user_id=1", "?q=a&q=b", "?q=abcdef"]) {
      const { status, body } = await post({ path: `/api/test${query}` });
      expect(status).toBe(400);
      expect(body.issues.length).toBeGreaterThan(0);
    }
  });

  it("is not reached with any query when it takes none", async () => {
    const plain = tenantRoute({ params: { id: parseChatId } }, ({ query }) => ({ isNone: query === undefined }));
    const ask = (path: string) => callRoute(plain, { apiKey: scene.ours.member.apiKey, params: { id }, path });
    expect((await ask("/api/test")).body).toEqual({ isNone: true });
    for (const query of ["?status=pending", "?limit=5", "?x"]) {
      expect((await ask(`/api/test${query}`)).body).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });

  it("is not reached with any body when it takes none: a condition that it does not know must not be taken for one that holds", async () => {
    const plain = tenantRoute({ params: { id: parseChatId } }, ({ body }) => ({ isNone: body === undefined }));
    const send = (method: string, body?: unknown) => callRoute(plain, { apiKey: scene.ours.member.apiKey, params: { id }, method, body });
    for (const method of ["POST", "DELETE"]) {
      expect((await send(method)).body).toEqual({ isNone: true });
      expect((await send(method, {})).body).toEqual({ isNone: true });
      for (const body of [{ expectedVersion: 3 }, "[]", "{", "null"])
        expect((await send(method, body)).body).toMatchObject({ status: 400 });
      expect((await send(method, { text: "x".repeat(1_100_000) })).status).toBe(413);
    }
  });

  it("is not reached with another media type: 415, more bytes than allowed: 413", async () => {
    expect((await post({ headers: { "content-type": "text/plain" } })).body).toMatchObject({ status: 415, code: "unsupported_media_type" });
    expect((await post({ headers: { "content-type": "application/x-www-form-urlencoded" }, body: "text=x" })).status).toBe(415);
    expect((await post({ body: { text: "x".repeat(3_000) } })).body).toMatchObject({ status: 413, code: "too_large", maxBytes: 2_000 });
    expect((await post({ headers: { "content-type": "application/json; charset=utf-8" } })).status).toBe(200);
  });
});

describe("what a handler answers", () => {
  const answering = (work: () => never | object | undefined) => callRoute(tenantRoute({}, work), { apiKey: scene.ours.member.apiKey });

  it("is JSON, or nothing, and nobody may keep it", async () => {
    const value = await answering(() => ({ a: 1 }));
    expect(value).toMatchObject({ status: 200, body: { a: 1 } });
    expect(value.headers.get("cache-control")).toBe("private, no-store");
    expect(value.headers.get("x-content-type-options")).toBe("nosniff");
    expect((await answering(() => undefined)).status).toBe(204);
    const redirected = await answering(() => Response.redirect("http://countersign.test/x"));
    expect([redirected.status, redirected.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
  });

  it("is a problem with its facts, which cannot replace the standard's members", async () => {
    const { status, body } = await answering(() => {
      throw new AppError("already_decided", "Ann approved it.", { decidedBy: "Ann", status: 200, code: "forged" });
    });
    expect(status).toBe(409);
    expect(body).toEqual({
      type: "about:blank",
      title: "Conflict",
      status: 409,
      code: "already_decided",
      detail: "Ann approved it.",
      decidedBy: "Ann",
    });
  });

  it("is an id and nothing else when the fault is ours; the log has the rest, without secrets", async () => {
    const lines: string[] = [];
    const write = vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
    const { status, body } = await answering(() => {
      throw new Error(`select * from users where key = 'cs_${"s".repeat(43)}'`);
    });
    write.mockRestore();
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/select|users|at /);
    const entry = JSON.parse(lines.join(""));
    expect(entry).toMatchObject({ level: "error", message: "request-failed", errorId: body.errorId });
    expect(entry.error.message).toContain("select * from users");
    expect(lines.join("")).not.toContain("ssss");
  });

  it("is 503 while the database is away", async () => {
    vi.spyOn(process.stderr, "write").mockImplementation(() => true);
    const { status, headers } = await answering(() => {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    });
    vi.restoreAllMocks();
    expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
  });
});

describe("the other makers", () => {
  it("a person's route answers somebody who was removed from the organization they looked at; a session's route refuses a key", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.member.userId);
    await ours.owner.ctx.db.sql((sql) => sql`update memberships set removed_at = now() where user_id = ${ours.member.userId}`);
    const mine = personRoute({}, ({ caller }) => ({ name: caller.person.name, membership: caller.membership }));
    expect((await callRoute(mine, { session })).body).toEqual({ name: "The member", membership: null });
    expect((await callRoute(mine)).status).toBe(401);
    const browser = sessionRoute({ body: z.unknown() }, () => ({ ok: true }));
    const signOut = () => connections().raw`update auth_sessions set revoked_at = now() where id = ${session}`;
    const slowly = { method: "POST", session, body: {}, beforeBodyEnds: () => Promise.all([signOut(), setTimeout(60)]) };
    expect((await callRoute(browser, slowly)).status).toBe(401);
    expect((await callRoute(browser, { apiKey: ours.owner.apiKey })).body).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("a public route takes programs and our own pages, and refuses another site's", async () => {
    const open = publicRoute({}, () => ({ ok: true }));
    expect((await callRoute(open, { method: "POST" })).status).toBe(200);
    expect((await callRoute(open, { method: "POST", headers: { origin: TEST_ORIGIN } })).status).toBe(200);
    expect((await callRoute(open, { method: "POST", headers: { origin: "http://evil.test" } })).status).toBe(403);
    expect((await callRoute(open, { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
  });
});
