import { afterAll, describe, expect, it } from "vitest";
import { DELETE as revoke } from "#app/api/api-keys/[id]/route.ts";
import { POST as create, GET as list } from "#app/api/api-keys/route.ts";
import { GET as getMe } from "#app/api/me/route.ts";
import { closeConnections, connections } from "#db/client.ts";
import { newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";

afterAll(closeConnections);

const createAs = (actor: SceneMember, body: object) => callRoute(create, { method: "POST", apiKey: actor.apiKey, body });

describe("an API key", () => {
  it("is shown once, stored as a hash, and acts as the member who made it", async () => {
    const { ours } = await createScene();
    const { status, body } = await createAs(ours.member, { name: "CI" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: "CI", prefix: body.secret.slice(0, 7), apiKey: body.secret, expiresAt: null, lastUsedAt: null });
    expect((await callRoute(getMe, { apiKey: body.secret })).body).toMatchObject({ user: { id: ours.member.userId }, role: "member" });
    const listed = await callRoute(list, { apiKey: ours.member.apiKey });
    expect(listed.body).toMatchObject({ total: 2, items: [{ id: body.id, name: "CI" }, { name: "Scene" }] });
    expect(Date.now() - Date.parse(listed.body.items[0].lastUsedAt)).toBeLessThan(60_000);
    const stored = await ours.owner.ctx.db.sql((sql) => sql`select to_jsonb(k) as row from api_keys k`);
    expect(JSON.stringify([stored, listed.body])).not.toContain(body.secret.slice(7));
  });

  it("ends at its time, which must be to come", async () => {
    const { ours } = await createScene();
    expect(await createAs(ours.member, { name: "Old", expiresAt: "2020-01-01T00:00:00Z" })).toMatchObject({ status: 400 });
    expect(await createAs(ours.member, { name: "Old", expiresAt: "tomorrow" })).toMatchObject({ status: 400 });
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await createAs(ours.member, { name: "Soon", expiresAt });
    expect(body.expiresAt).toBe(expiresAt);
    expect((await callRoute(getMe, { apiKey: body.secret })).status).toBe(200);
    await ours.owner.ctx.db.sql((sql) => sql`update api_keys set expires_at = now() where id = ${body.id}`);
    expect((await callRoute(getMe, { apiKey: body.secret })).status).toBe(401);
  });

  it("that is made with a key ends with it at the latest", async () => {
    const { ours } = await createScene();
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { body: short } = await createAs(ours.member, { name: "For a minute", expiresAt: soon });
    const makes = (body: object) => createAs({ ...ours.member, apiKey: short.secret }, { name: "Another", ...body });
    expect((await makes({})).body).toMatchObject({ expiresAt: soon });
    expect((await makes({ expiresAt: null })).body).toMatchObject({ expiresAt: soon });
    expect((await makes({ expiresAt: new Date(Date.parse(soon) - 1).toISOString() })).status).toBe(201);
    expect((await makes({ expiresAt: new Date(Date.parse(soon) + 1).toISOString() })).body).toMatchObject({
      status: 400,
      issues: [{ path: "expiresAt" }],
    });
  });

  it("is one of a hundred at most, also when many are asked for at once; the answer is what the list says", async () => {
    const { ours } = await createScene();
    const answers = await Promise.all(Array.from({ length: 110 }, () => createAs(ours.member, { name: "One of many" })));
    expect(answers.filter(({ status }) => status === 201).length).toBe(99);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ status: 409, code: "conflict" });
    const { body } = await callRoute(list, { apiKey: ours.member.apiKey, path: "/api/api-keys?limit=200" });
    const { apiKey: _, secret: __, ...made } = answers.find(({ status }) => status === 201)?.body ?? {};
    expect([body.total, body.items.find((item: { id: string }) => item.id === made.id)]).toEqual([100, made]);
  });

  it("is revoked by its own member alone; for all others it does not exist", async () => {
    const { ours, theirs } = await createScene();
    const { body } = await createAs(ours.member, { name: "CI" });
    const revokeAs = (actor: SceneMember, id: string) => callRoute(revoke, { method: "DELETE", apiKey: actor.apiKey, params: { id } });
    const [foreign, colleague, unknown] = [
      await revokeAs(theirs.owner, body.id),
      await revokeAs(ours.approver, body.id),
      await revokeAs(ours.member, newId()),
    ];
    expect([foreign.status, foreign.body, colleague.body]).toEqual([404, unknown.body, unknown.body]);
    expect((await revokeAs(ours.member, body.id)).status).toBe(204);
    expect((await callRoute(getMe, { apiKey: body.secret })).status).toBe(401);
    expect((await revokeAs(ours.member, body.id)).status).toBe(404);
  });

  it("is nothing that an auditor makes or ends", async () => {
    const { ours } = await createScene();
    expect((await createAs(ours.auditor, { name: "CI" })).status).toBe(403);
    expect((await callRoute(list, { apiKey: ours.auditor.apiKey })).status).toBe(200);
  });

  it("stands in the audit log without its secret", async () => {
    const { ours } = await createScene();
    const { body } = await createAs(ours.member, { name: "CI" });
    const entries = await ours.owner.ctx.db.sql((sql) => sql`select action, actor_id, subject, facts from audit_entries`);
    expect(entries).toMatchObject([{ action: "api-key-create", actor_id: ours.member.userId, subject: `api-key:${body.id}` }]);
    expect(JSON.stringify(entries)).not.toContain(body.secret);
  });
});

describe("1,000 calls a minute", () => {
  it("are allowed to a member, not one more; another member is not touched; processes share the count", async () => {
    const { ours } = await createScene();
    const window = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    // Another process has counted 999 of them. Ours hears of it when it shares its own.
    await connections().raw`
      insert into rate_counters (key, window_start, count) values (${`calls:${ours.id}:${ours.member.userId}`}, ${window}, 999)`;
    expect((await callRoute(getMe, { apiKey: ours.member.apiKey })).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const limited = await callRoute(getMe, { apiKey: ours.member.apiKey });
    // The minute may have turned in between; then there is nothing to see.
    if (Date.now() < window.getTime() + 60_000) {
      expect(limited).toMatchObject({ status: 429, body: { code: "rate_limited" } });
      expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await callRoute(getMe, { apiKey: ours.approver.apiKey })).status).toBe(200);
  });
});
