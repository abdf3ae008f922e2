import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { GET as getMe } from "#app/api/me/route.ts";
import { PATCH as change, DELETE as remove } from "#app/api/members/[id]/route.ts";
import { POST as add, GET as list } from "#app/api/members/route.ts";
import { closeConnections } from "#db/client.ts";
import { checkPassword } from "#lib/auth/check-password.ts";
import { ROLES } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { callRoute, TEST_ORIGIN } from "#lib/testing/call-route.ts";
import { createScene, createSceneMember, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { changeRole } from "./change-role.ts";
import { removeMember } from "./remove-member.ts";

afterAll(closeConnections);

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});

const newcomer = () => ({ email: `new-${newId().slice(-12)}@example.org`, name: "New Comer", role: "member" as const });
const addAs = (actor: SceneMember, body: object) => callRoute(add, { method: "POST", path: "/api/members", apiKey: actor.apiKey, body });
const changeAs = (actor: SceneMember, id: string, role: string) =>
  callRoute(change, { method: "PATCH", apiKey: actor.apiKey, params: { id }, body: { role } });
const removeAs = (actor: SceneMember, id: string) => callRoute(remove, { method: "DELETE", apiKey: actor.apiKey, params: { id } });
const listAs = (actor: SceneMember, query = "") => callRoute(list, { path: `/api/members${query}`, apiKey: actor.apiKey });

describe("the list of members", () => {
  it("has everybody of the own organization and nobody else", async () => {
    const { body } = await listAs(scene.ours.member);
    expect(body).toMatchObject({ total: 5, nextCursor: null });
    const ids = ROLES.map((role) => scene.ours[role].userId as string).sort();
    expect(body.items.map((item: { id: string }) => item.id).sort()).toEqual(ids);
    expect(body.items[0]).toEqual({
      id: expect.any(String),
      name: "The admin",
      email: scene.ours.admin.email,
      role: "admin",
      status: "active",
      createdAt: expect.any(String),
      expiresAt: null,
    });
  });

  it("pages through everybody once, with the total on every page", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await listAs(scene.ours.member, `?limit=2&cursor=${cursor}`);
      expect(body.total).toBe(5);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      cursor = body.nextCursor;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen.length).toBe(5);
  });

  it("pages through names that databases and JavaScript write small in different ways", async () => {
    const { ours } = scene;
    for (const name of ["ΝΙΚΟΣ", "νικος", "İpek", "ipek", "ẞ", "ǅ", "I", "ı"])
      expect((await addAs(ours.owner, { ...newcomer(), name })).status).toBe(201);
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null && seen.length < 20; ) {
      const { body } = await listAs(ours.owner, `?limit=1&cursor=${cursor}`);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      cursor = body.nextCursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([13, 13]);
  });

  it.each([
    "?limit=0",
    "?limit=-1",
    "?limit=201",
    "?limit=1e9",
    "?limit=x",
    "?limit=",
    "?limit=1.5",
    "?cursor=x",
    "?cursor=null",
    "?filter=null",
    "?tenantId=x",
  ])("refuses %s", async (query) => {
    expect(await listAs(scene.ours.member, query)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  it("refuses a cursor of another organization, and one of another list", async () => {
    const theirs = (await listAs(scene.theirs.member, "?limit=2")).body.nextCursor;
    expect((await listAs(scene.ours.member, `?cursor=${encodeURIComponent(theirs)}`)).status).toBe(400);
    const altered = `${theirs.slice(0, -2)}AA`;
    expect((await listAs(scene.theirs.member, `?cursor=${altered}`)).status).toBe(400);
  });

  it("shows open invitations to owners and admins only", async () => {
    await addAs(scene.ours.owner, newcomer());
    expect((await listAs(scene.ours.admin)).body).toMatchObject({ total: 6 });
    expect((await listAs(scene.ours.member)).body).toMatchObject({ total: 5 });
    const invited = (await listAs(scene.ours.owner)).body.items.find((item: { status: string }) => item.status === "invited");
    expect(invited).toMatchObject({ name: "New Comer", expiresAt: expect.any(String) });
    expect(JSON.stringify(invited)).not.toContain("token");
  });
});

describe("adding a member", () => {
  it("by a link", async () => {
    const { status, body } = await addAs(scene.ours.admin, newcomer());
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      inviteUrl: expect.stringMatching(new RegExp(`^${TEST_ORIGIN}/invitation\\?token=[\\w-]{43}$`)),
    });
  });

  it("with a password: the person can sign in at once", async () => {
    const person = newcomer();
    const { body } = await addAs(scene.ours.owner, { ...person, password: "first password" });
    expect(body).toEqual({ id: expect.any(String) });
    expect(await checkPassword({ email: person.email, password: "first password", address: "unknown" })).toMatchObject({
      status: "right",
      userId: body.id,
    });
  });

  it("with an API key: it acts as the new member, with their role, and a link lets the person choose a password", async () => {
    const { body } = await addAs(scene.ours.owner, { ...newcomer(), role: "approver", apiKey: true });
    expect(body).toEqual({ id: expect.any(String), apiKey: expect.stringMatching(/^cs_/), inviteUrl: expect.any(String) });
    expect((await callRoute(getMe, { apiKey: body.apiKey })).body).toMatchObject({
      user: { id: body.id },
      role: "approver",
      organization: { id: scene.ours.id },
    });
  });

  it.each(["approver", "member", "auditor"] as const)("is refused to the role %s", async (role) => {
    expect(await addAs(scene.ours[role], newcomer())).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it("as an owner is an owner's right", async () => {
    expect((await addAs(scene.ours.admin, { ...newcomer(), role: "owner" })).status).toBe(403);
    expect((await addAs(scene.ours.owner, { ...newcomer(), role: "owner" })).status).toBe(201);
  });

  it("is refused for a member, whatever the spelling of the address", async () => {
    const answer = await addAs(scene.ours.owner, { ...newcomer(), email: ` ${scene.ours.member.email.toUpperCase()}` });
    expect(answer).toMatchObject({ status: 409, body: { code: "email_taken" } });
  });

  it("never chooses the password or holds the key of an account that exists elsewhere; a link is answered as for anybody", async () => {
    const theirs = { ...newcomer(), email: scene.theirs.member.email };
    expect((await addAs(scene.ours.owner, { ...theirs, password: "taken over!" })).body).toMatchObject({ code: "email_taken" });
    expect((await addAs(scene.ours.owner, { ...theirs, apiKey: true })).body).toMatchObject({ code: "email_taken" });
    const invited = await addAs(scene.ours.owner, theirs);
    expect(Object.keys(invited.body)).toEqual(["id", "inviteUrl"]);
    expect(invited.body.id).not.toBe(scene.theirs.member.userId);
  });

  it.each([
    ["a homoglyph address", { email: "ann＠example.org" }],
    ["a short password", { password: "1234567" }],
    ["a password that could not be kept as it is", { password: "1234\x005678" }],
    ["an unknown role", { role: "root" }],
    ["an empty name", { name: "  " }],
    ["a name that hides", { name: "Ann\u202e" }],
    ["apiKey: false", { apiKey: false }],
    ["another organization in the body", { tenantId: "019b0000-0000-7000-8000-000000000000" }],
  ])("is refused with %s", async (_what, field) => {
    expect(await addAs(scene.ours.owner, { ...newcomer(), ...field })).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});

describe("changing a role", () => {
  it("acts on the next request", async () => {
    const { owner, member } = scene.ours;
    expect((await changeAs(owner, member.userId, "approver")).body).toEqual({ id: member.userId, role: "approver" });
    expect((await callRoute(getMe, { apiKey: member.apiKey })).body.role).toBe("approver");
  });

  it.each([
    ["admin", "member", "admin", 200],
    ["admin", "member", "owner", 403],
    ["admin", "owner", "member", 403],
    ["owner", "admin", "owner", 200],
    ["approver", "member", "approver", 403],
    ["member", "member", "owner", 403],
    ["auditor", "member", "admin", 403],
  ] as const)("%s makes %s %s: %d", async (actor, target, role, expected) => {
    expect((await changeAs(scene.ours[actor], scene.ours[target].userId, role)).status).toBe(expected);
  });

  it("finds nobody of another organization, and answers as for an id that never existed", async () => {
    const foreign = await changeAs(scene.ours.owner, scene.theirs.member.userId, "admin");
    const unknown = await changeAs(scene.ours.owner, newId(), "admin");
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    expect((await callRoute(getMe, { apiKey: scene.theirs.member.apiKey })).body.role).toBe("member");
  });

  it("never leaves an organization without an owner, also when two owners go for each other at once", async () => {
    const { owner } = scene.ours;
    expect(await changeAs(owner, owner.userId, "admin")).toMatchObject({ status: 409, body: { code: "last_owner" } });
    const second = await createSceneMember(scene.ours.id, "owner");
    const results = await Promise.allSettled([
      changeRole(owner.ctx, second.userId, "member"),
      changeRole(second.ctx, owner.userId, "member"),
    ]);
    expect(results.filter((result) => result.status === "fulfilled").length).toBe(1);
    const refused = results.find((result) => result.status === "rejected");
    expect(refused?.reason).toBeInstanceOf(AppError);
    expect(refused?.reason.code).toBe("last_owner");
  });

  it("works on an open invitation too", async () => {
    const { body } = await addAs(scene.ours.owner, newcomer());
    expect((await changeAs(scene.ours.admin, body.id, "auditor")).status).toBe(200);
    expect((await changeAs(scene.ours.admin, body.id, "owner")).status).toBe(403);
    expect((await changeAs(scene.theirs.owner, body.id, "member")).status).toBe(404);
  });
});

describe("removing a member", () => {
  it("ends their keys for good: they do not come back with the person", async () => {
    const { owner, member } = scene.ours;
    expect((await removeAs(owner, member.userId)).status).toBe(204);
    expect((await callRoute(getMe, { apiKey: member.apiKey })).status).toBe(401);
    await owner.ctx.db.sql((sql) => sql`update memberships set removed_at = null where user_id = ${member.userId}`);
    expect((await callRoute(getMe, { apiKey: member.apiKey })).status).toBe(401);
  });

  it.each([
    ["admin", "member", 204],
    ["admin", "owner", 403],
    ["approver", "member", 403],
    ["member", "auditor", 403],
  ] as const)("%s removes %s: %d", async (actor, target, expected) => {
    expect((await removeAs(scene.ours[actor], scene.ours[target].userId)).status).toBe(expected);
  });

  it("finds nobody of another organization", async () => {
    expect((await removeAs(scene.ours.owner, scene.theirs.member.userId)).status).toBe(404);
    expect((await callRoute(getMe, { apiKey: scene.theirs.member.apiKey })).status).toBe(200);
  });

  it("is what anybody may do to themself, but the last owner", async () => {
    await removeMember(scene.ours.member.ctx, scene.ours.member.userId);
    expect((await callRoute(getMe, { apiKey: scene.ours.member.apiKey })).status).toBe(401);
    await expect(removeMember(scene.ours.owner.ctx, scene.ours.owner.userId)).rejects.toMatchObject({ code: "last_owner" });
  });

  it("withdraws an invitation", async () => {
    const { body } = await addAs(scene.ours.owner, newcomer());
    expect((await removeAs(scene.theirs.owner, body.id)).status).toBe(404);
    expect((await removeAs(scene.ours.admin, body.id)).status).toBe(204);
    expect((await listAs(scene.ours.owner)).body.total).toBe(5);
  });

  it("is recorded, with who did it", async () => {
    const { owner, member } = scene.ours;
    await removeAs(owner, member.userId);
    const entries = await owner.ctx.db.sql((sql) => sql`select action, actor_id, subject, facts from audit_entries`);
    expect(entries).toMatchObject([
      { action: "member-remove", actor_id: owner.userId, subject: `member:${member.userId}`, facts: { role: "member" } },
    ]);
  });
});
