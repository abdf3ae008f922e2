import { afterAll, describe, expect, it } from "vitest";
import { GET as getMe } from "#app/api/me/route.ts";
import { PATCH as rename } from "#app/api/organizations/current/route.ts";
import { POST as create, GET as list } from "#app/api/organizations/route.ts";
import { POST as switchTo } from "#app/api/organizations/switch/route.ts";
import { closeConnections } from "#db/client.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { newId } from "#lib/ids.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { createScene } from "#lib/testing/scene.ts";

afterAll(closeConnections);

describe("organizations", () => {
  it("are made with the caller as owner and a key that works there", async () => {
    const { ours } = await createScene();
    const { status, body } = await callRoute(create, { method: "POST", apiKey: ours.owner.apiKey, body: { name: " Second " } });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), apiKey: expect.stringMatching(/^cs_/) });
    const me = await callRoute(getMe, { apiKey: body.apiKey });
    expect(me.body).toMatchObject({ user: { id: ours.owner.userId }, organization: { id: body.id, name: "Second" }, role: "owner" });
    expect((await callRoute(getMe, { apiKey: ours.owner.apiKey })).body.organization.id).toBe(ours.id);
  });

  it("of a person are listed for their browser; a key sees the one that it is for", async () => {
    const { ours } = await createScene();
    const made = await callRoute(create, { method: "POST", apiKey: ours.member.apiKey, body: { name: "Mine" } });
    const session = await browserOf(ours.member.userId);
    const { body } = await callRoute(list, { session });
    expect(body).toEqual({
      items: [
        { id: ours.id, name: "Acme", role: "member", isActive: true },
        { id: made.body.id, name: "Mine", role: "owner", isActive: false },
      ],
      nextCursor: null,
      total: 2,
    });
    expect((await callRoute(list, { apiKey: made.body.apiKey })).body).toMatchObject({
      total: 1,
      items: [{ name: "Mine", isActive: true }],
    });
  });

  it("are paged like every list, and a cursor is of one person", async () => {
    const { ours } = await createScene();
    await callRoute(create, { method: "POST", apiKey: ours.member.apiKey, body: { name: "Mine" } });
    const session = await browserOf(ours.member.userId);
    const page = (query: string) => callRoute(list, { session, path: `/api/organizations${query}` });
    const first = await page("?limit=1");
    expect(first.body).toMatchObject({ items: [{ name: "Acme" }], nextCursor: expect.any(String), total: 2 });
    const cursor = encodeURIComponent(first.body.nextCursor);
    expect((await page(`?limit=1&cursor=${cursor}`)).body).toMatchObject({ items: [{ name: "Mine" }], nextCursor: null, total: 2 });
    const other = await callRoute(list, { apiKey: ours.owner.apiKey, path: `/api/organizations?cursor=${cursor}` });
    expect(other.body).toMatchObject({ status: 400, code: "invalid_request" });
    for (const bad of ["?limit=0", "?limit=201", "?limit=x", "?cursor=x", "?q=a"]) {
      expect((await page(bad)).body).toMatchObject({ status: 400, code: "invalid_request" });
    }
  });

  it("are switched between by a browser that belongs to both, and others do not exist", async () => {
    const { ours, theirs } = await createScene();
    const made = await callRoute(create, { method: "POST", apiKey: ours.member.apiKey, body: { name: "Mine" } });
    const session = await browserOf(ours.member.userId);
    const go = (id: string) => callRoute(switchTo, { method: "POST", session, body: { id } });
    expect((await go(made.body.id)).status).toBe(204);
    expect((await callRoute(getMe, { session })).body).toMatchObject({ organization: { name: "Mine" }, role: "owner" });
    const [foreign, unknown, malformed] = [await go(theirs.id), await go(newId()), await go("%00")];
    expect(foreign.status).toBe(404);
    expect([foreign.body, malformed.body]).toEqual([unknown.body, unknown.body]);
    expect((await callRoute(switchTo, { method: "POST", apiKey: ours.member.apiKey, body: { id: ours.id } })).status).toBe(403);
  });

  it("are left to choose from when the person was removed from the one they looked at", async () => {
    const { ours } = await createScene();
    const made = await callRoute(create, { method: "POST", apiKey: ours.member.apiKey, body: { name: "Mine" } });
    const session = await browserOf(ours.member.userId);
    await ours.owner.ctx.db.sql((sql) => sql`update memberships set removed_at = now() where user_id = ${ours.member.userId}`);
    expect((await callRoute(getMe, { session })).status).toBe(401);
    expect((await callRoute(list, { session })).body).toMatchObject({ total: 1, items: [{ id: made.body.id, isActive: false }] });
    expect((await callRoute(switchTo, { method: "POST", session, body: { id: made.body.id } })).status).toBe(204);
    expect((await callRoute(getMe, { session })).status).toBe(200);
  });

  it("are renamed by owners and admins, only their own", async () => {
    const { ours, theirs } = await createScene();
    const body = { name: "Renamed" };
    expect((await callRoute(rename, { method: "PATCH", apiKey: ours.admin.apiKey, body })).body).toEqual({ id: ours.id, name: "Renamed" });
    const { items } = await listAudit(ours.owner.ctx, { limit: 1 });
    expect(items).toMatchObject([{ action: "organization-rename", actorId: ours.admin.userId, facts: { from: "Acme", to: "Renamed" } }]);
    expect((await callRoute(rename, { method: "PATCH", apiKey: ours.member.apiKey, body })).status).toBe(403);
    expect((await callRoute(rename, { method: "PATCH", apiKey: ours.admin.apiKey, body: { ...body, id: theirs.id } })).status).toBe(400);
    expect((await callRoute(getMe, { apiKey: theirs.owner.apiKey })).body.organization.name).toBe("Acme");
  });
});
