import { afterAll, describe, expect, it } from "vitest";
import { POST as accept } from "#app/api/invitations/accept/route.ts";
import { GET as getMe } from "#app/api/me/route.ts";
import { POST as switchTo } from "#app/api/organizations/switch/route.ts";
import { closeConnections } from "#db/client.ts";
import { checkPassword } from "#lib/auth/check-password.ts";
import type { Role } from "#lib/context.ts";
import { newId, type UserId } from "#lib/ids.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { createScene, createSceneOrganization, SCENE_PASSWORD, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { addMember, type NewMember } from "./add-member.ts";
import { changeRole } from "./change-role.ts";
import { listMembers } from "./list-members.ts";
import { removeMember } from "./remove-member.ts";

afterAll(closeConnections);

const newEmail = () => `new-${newId().slice(-12)}@example.org`;

async function invite(actor: SceneMember, person: Partial<NewMember> = {}): Promise<{ token: string; email: string; id: string }> {
  const email = person.email ?? newEmail();
  const { id, inviteUrl } = await addMember(actor.ctx, { name: "New Comer", role: "member", ...person, email }, "http://countersign.test");
  return { id, email, token: new URL(inviteUrl ?? "").searchParams.get("token") ?? "" };
}

/** The admin of the scene, made an owner. */
async function anotherOwner({ owner, admin }: SceneOrganization): Promise<SceneMember> {
  await changeRole(owner.ctx, admin.userId, "owner");
  return { ...admin, ctx: { ...admin.ctx, role: "owner" } };
}

const acceptWith = (body: object, call: object = {}) => callRoute(accept, { method: "POST", body, ...call });

describe("an invitation", () => {
  it("makes an account with a password of its own, and a member with the role", async () => {
    const { ours } = await createScene();
    const { token, email } = await invite(ours.admin, { role: "approver" });
    const answer = await acceptWith({ token, password: "my own password", name: "Nia New" });
    expect(answer).toMatchObject({ status: 200, body: { organizationId: ours.id, email } });
    const check = await checkPassword({ email, password: "my own password", address: "unknown" });
    if (check.status !== "right") throw new Error("not signed in");
    const me = await callRoute(getMe, { session: await browserOf(check.userId) });
    expect(me.body).toMatchObject({ user: { name: "Nia New" }, organization: { id: ours.id }, role: "approver" });
  });

  it("is used once, also by two clicks at the same moment", async () => {
    const { ours } = await createScene();
    const { token } = await invite(ours.owner);
    const clicks = await Promise.all([1, 2].map(() => acceptWith({ token, password: "my own password" })));
    expect(clicks.map((click) => click.status).sort()).toEqual([200, 409]);
    expect(await acceptWith({ token, password: "my own password" })).toMatchObject({ status: 409, body: { code: "invitation_used" } });
  });

  it("ends after seven days, and when it is withdrawn or replaced", async () => {
    const { ours } = await createScene();
    const expired = await invite(ours.owner);
    await ours.owner.ctx.db.sql((sql) => sql`update invitations set expires_at = now() where id = ${expired.id}`);
    expect((await acceptWith({ token: expired.token, password: "my own password" })).body).toMatchObject({ code: "expired", status: 409 });
    const first = await invite(ours.owner);
    await invite(ours.owner, { email: first.email });
    expect((await acceptWith({ token: first.token, password: "my own password" })).status).toBe(404);
    expect((await acceptWith({ token: "x".repeat(43), password: "my own password" })).status).toBe(404);
  });

  it.each<[string, Role | null, Role, number]>([
    ["were removed", null, "member", 404],
    ["may invite nobody now", "approver", "member", 404],
    ["are an admin now, and it is for an owner", "admin", "owner", 404],
    ["are an admin now, and it is for an admin", "admin", "admin", 200],
  ])("holds only as long as the person who made it could make it: they %s", async (_, now, invited, status) => {
    const { ours } = await createScene();
    const inviter = await anotherOwner(ours);
    const { token, id } = await invite(inviter, { role: invited });
    if (now) await changeRole(ours.owner.ctx, inviter.userId, now);
    else await removeMember(ours.owner.ctx, inviter.userId);
    const listed = (await listMembers(ours.owner.ctx, { limit: 200 })).items.some((item) => item.id === id);
    expect([listed, (await acceptWith({ token, password: "my own password" })).status]).toEqual([status === 200, status]);
  });

  it("never opens an account that exists: its password, or its session, is asked for", async () => {
    const { ours, theirs } = await createScene();
    const { token } = await invite(ours.owner, { email: theirs.member.email });
    expect((await acceptWith({ token })).body).toMatchObject({ status: 400, issues: [{ path: "password" }] });
    expect((await acceptWith({ token, password: "chosen by a stranger" })).status).toBe(400);
    const stranger = await browserOf(ours.owner.userId);
    expect((await acceptWith({ token }, { session: stranger })).status).toBe(400);
    expect((await acceptWith({ token, password: SCENE_PASSWORD })).status).toBe(200);
    expect(await checkPassword({ email: theirs.member.email, password: SCENE_PASSWORD, address: "unknown" })).toMatchObject({
      status: "right",
    });
  });

  it("lets a signed-in person just join, and switch", async () => {
    const { ours, theirs } = await createScene();
    const { token } = await invite(ours.owner, { email: theirs.member.email, role: "auditor" });
    const session = await browserOf(theirs.member.userId);
    expect((await acceptWith({ token }, { session })).status).toBe(200);
    expect((await callRoute(getMe, { session })).body.organization.id).toBe(theirs.id);
    expect((await callRoute(switchTo, { method: "POST", session, body: { id: ours.id } })).status).toBe(204);
    expect((await callRoute(getMe, { session })).body).toMatchObject({ organization: { id: ours.id }, role: "auditor" });
  });

  it("makes a person replace a password that somebody else chose, so that whoever chose it does not come along", async () => {
    const { ours, theirs } = await createScene();
    const email = newEmail();
    await addMember(theirs.owner.ctx, { email, name: "Made", role: "member", password: "chosen by an admin" }, "http://x");
    const { token } = await invite(ours.owner, { email });
    expect((await acceptWith({ token, password: "chosen by an admin" })).body).toMatchObject({
      status: 400,
      issues: [{ path: "newPassword" }],
    });
    const { id: userId } = (await listMembers(theirs.owner.ctx, { limit: 200 })).items.find((item) => item.email === email) ?? {};
    const session = await browserOf(userId as UserId);
    expect((await acceptWith({ token, password: "chosen by an admin", newPassword: "my own password" })).status).toBe(200);
    expect((await callRoute(getMe, { session })).status).toBe(401);
    expect(await checkPassword({ email, password: "chosen by an admin", address: "unknown" })).toMatchObject({ status: "wrong" });
  });

  it("does not give a keys-only account of another organization a password", async () => {
    const { ours, theirs } = await createScene();
    const robot = await addMember(theirs.owner.ctx, { email: newEmail(), name: "Robot", role: "member", apiKey: true }, "http://x");
    const [row] = await theirs.owner.ctx.db.sql((sql) => sql<{ email: string }[]>`select email from users where id = ${robot.id}`);
    const { token } = await invite(ours.owner, { email: row?.email ?? "" });
    expect((await acceptWith({ token, password: "taken over!!" })).body).toMatchObject({ code: "conflict" });
    const ownLink = new URL(robot.inviteUrl ?? "").searchParams.get("token");
    expect((await acceptWith({ token: ownLink, password: "my own password" })).status).toBe(200);
    expect((await callRoute(getMe, { session: await browserOf(robot.id as UserId) })).body).toMatchObject({ role: "member" });
  });

  it("is one at a time for an address, however many are made at the same moment", async () => {
    const { ours } = await createScene();
    const email = newEmail();
    const links = await Promise.all(Array.from({ length: 5 }, () => invite(ours.owner, { email })));
    const { items } = await listMembers(ours.owner.ctx, { limit: 200 });
    expect(items.filter((item) => item.email === email).length).toBe(1);
    const answers = await Promise.all(links.map(({ token }) => acceptWith({ token, password: "my own password" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it("does not bring back somebody who was removed: neither a link that was open before they had an account, nor the one for their password", async () => {
    const { ours } = await createScene();
    const before = await invite(ours.owner, { role: "admin" });
    const added = { email: before.email, name: "New", role: "member", password: "chosen by an admin" } as const;
    const { id } = await addMember(ours.owner.ctx, added, "http://x");
    expect((await listMembers(ours.owner.ctx, { limit: 200 })).items.filter(({ email }) => email === before.email).length).toBe(1);
    await removeMember(ours.owner.ctx, id);
    const proof = { password: "chosen by an admin", newPassword: "my own password" };
    expect((await acceptWith({ token: before.token, ...proof })).status).toBe(404);
    const robot = await addMember(ours.owner.ctx, { email: newEmail(), name: "Robot", role: "admin", apiKey: true }, "http://x");
    await removeMember(ours.owner.ctx, robot.id);
    const token = new URL(robot.inviteUrl ?? "").searchParams.get("token");
    expect((await acceptWith({ token, password: "my own password" })).status).toBe(404);
  });

  it("that an admin made, who has its link, becomes no owner's; one that an owner made does", async () => {
    const { ours } = await createScene();
    const byAdmin = await invite(ours.admin);
    await expect(changeRole(ours.owner.ctx, byAdmin.id, "owner")).rejects.toMatchObject({ code: "conflict", status: 409 });
    await changeRole(ours.owner.ctx, byAdmin.id, "admin");
    const byOwner = await invite(ours.owner);
    expect(await changeRole(ours.owner.ctx, byOwner.id, "owner")).toMatchObject({ role: "owner" });
  });

  it("brings a removed member back with the new role", async () => {
    const ours = await createSceneOrganization();
    await ours.owner.ctx.db.sql((sql) => sql`update memberships set removed_at = now() where user_id = ${ours.member.userId}`);
    const { token } = await invite(ours.owner, { email: ours.member.email, role: "auditor" });
    expect((await acceptWith({ token, password: SCENE_PASSWORD })).status).toBe(200);
    expect((await callRoute(getMe, { session: await browserOf(ours.member.userId) })).body.role).toBe("auditor");
  });
});
