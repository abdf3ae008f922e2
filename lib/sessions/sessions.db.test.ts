import { afterAll, describe, expect, it } from "vitest";
import { POST as changePassword } from "#app/api/me/password/route.ts";
import { PATCH as changeMe, GET as getMe } from "#app/api/me/route.ts";
import { DELETE as revoke } from "#app/api/sessions/[id]/route.ts";
import { GET as list, DELETE as revokeOthers } from "#app/api/sessions/route.ts";
import { closeConnections, connections } from "#db/client.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { checkPassword, MAX_FAILURES } from "#lib/auth/check-password.ts";
import { hub } from "#lib/events/hub.ts";
import type { Notice } from "#lib/events/notify.ts";
import { newId, type SessionId } from "#lib/ids.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { createScene, SCENE_PASSWORD } from "#lib/testing/scene.ts";

afterAll(async () => {
  await hub().close();
  await closeConnections();
});

const isLive = async (session: SessionId) => (await callRoute(getMe, { session })).status === 200;

describe("sessions", () => {
  it("of a person are listed, with the one that asks marked", async () => {
    const { ours } = await createScene();
    const [first, second] = [await browserOf(ours.member.userId), await browserOf(ours.member.userId)];
    await browserOf(ours.owner.userId);
    const { body } = await callRoute(list, { session: second });
    expect(body.total).toBe(2);
    expect(body.items.map((item: { id: string; isCurrent: boolean }) => [item.id, item.isCurrent])).toEqual(
      expect.arrayContaining([
        [second, true],
        [first, false],
      ]),
    );
    expect(body.items[0]).toMatchObject({ userAgent: "Test browser", address: "203.0.113.7" });
  });

  it("are ended one by one or all but this, and those of others do not exist", async () => {
    const { ours } = await createScene();
    const [here, one, two] = [
      await browserOf(ours.member.userId),
      await browserOf(ours.member.userId),
      await browserOf(ours.member.userId),
    ];
    const foreign = await browserOf(ours.owner.userId);
    const end = (id: string) => callRoute(revoke, { method: "DELETE", session: here, params: { id } });
    expect((await end(one)).status).toBe(204);
    expect([await isLive(one), await isLive(two)]).toEqual([false, true]);
    const [other, unknown] = [await end(foreign), await end(newId())];
    expect([other.status, other.body]).toEqual([404, unknown.body]);
    expect(await isLive(foreign)).toBe(true);
    expect((await callRoute(revokeOthers, { method: "DELETE", session: here })).body).toEqual({ revoked: 1 });
    expect([await isLive(here), await isLive(two)]).toEqual([true, false]);
  });

  it("are two hundred at most: one more signs out the browser that was away for longest", async () => {
    const { member } = (await createScene()).ours;
    const [oldest, newer] = [await browserOf(member.userId), await browserOf(member.userId)];
    await connections().raw`update auth_sessions set last_seen_at = now() - interval '1 day' where id = ${oldest}`;
    await connections().raw`
      insert into auth_sessions (id, user_id, last_seen_at, expires_at)
      select gen_random_uuid(), ${member.userId}, now(), now() + interval '1 day' from generate_series(1, 198)`;
    const latest = await browserOf(member.userId);
    expect([await isLive(oldest), await isLive(newer)]).toEqual([false, true]);
    expect((await callRoute(list, { session: latest, path: "/api/sessions?limit=1" })).body).toMatchObject({ total: 200 });
  });

  it("end with a notice, so that open streams are checked again", async () => {
    const { ours } = await createScene();
    await hub().listen();
    const notices: Notice[] = [];
    hub().on("notice", (notice) => notices.push(notice));
    const [here, there] = [await browserOf(ours.member.userId), await browserOf(ours.member.userId)];
    await callRoute(revoke, { method: "DELETE", session: here, params: { id: there } });
    await expect.poll(() => notices).toContainEqual({ type: "access-changed", tenantId: null, userId: ours.member.userId });
  });

  it("are no business of an API key", async () => {
    const { ours } = await createScene();
    for (const [handler, method] of [
      [list, "GET"],
      [revokeOthers, "DELETE"],
      [changePassword, "POST"],
      [changeMe, "PATCH"],
    ] as const) {
      const body = method === "POST" ? { currentPassword: SCENE_PASSWORD, newPassword: "another password" } : { name: "X" };
      const answer = await callRoute(handler, {
        method,
        apiKey: ours.member.apiKey,
        ...(method !== "GET" && method !== "DELETE" && { body }),
      });
      expect(answer).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  });
});

describe("a password", () => {
  it("is changed with the current one; all other browsers are signed out", async () => {
    const { ours } = await createScene();
    const [here, there] = [await browserOf(ours.member.userId), await browserOf(ours.member.userId)];
    const change = (currentPassword: string) =>
      callRoute(changePassword, { method: "POST", session: here, body: { currentPassword, newPassword: "another password" } });
    expect(await change("not the password")).toMatchObject({ status: 400, body: { issues: [{ path: "currentPassword" }] } });
    expect(await isLive(there)).toBe(true);
    expect((await change(SCENE_PASSWORD)).status).toBe(204);
    expect([await isLive(here), await isLive(there)]).toEqual([true, false]);
    expect(await checkPassword({ email: ours.member.email, password: "another password", address: "unknown" })).toMatchObject({
      status: "right",
    });
  });

  it("cannot be guessed by a stolen session", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.member.userId);
    const guess = () =>
      callRoute(changePassword, { method: "POST", session, body: { currentPassword: "guess", newPassword: "another password" } });
    for (let i = 1; i < MAX_FAILURES; i += 1) await guess();
    expect(await guess()).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  });
});

it("a person changes their own name, everywhere", async () => {
  const { ours } = await createScene();
  const session = await browserOf(ours.auditor.userId);
  expect((await callRoute(changeMe, { method: "PATCH", session, body: { name: " Åsa " } })).body.user.name).toBe("Åsa");
  expect((await callRoute(getMe, { session })).body.user.name).toBe("Åsa");
  const { items } = await listAudit(ours.auditor.ctx, { limit: 1 });
  expect(items).toMatchObject([{ action: "name-change", actorName: "Åsa", facts: { from: "The auditor", to: "Åsa" } }]);
});
