import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as CHANGES } from "#app/api/schedules/[id]/changes/route.ts";
import { DELETE, PATCH } from "#app/api/schedules/[id]/route.ts";
import { POST } from "#app/api/schedules/route.ts";
import { newId } from "#lib/ids.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, createSceneMember, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
let scene: Scene;
beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const daily = { name: "Report", prompt: "Write the report.", cron: "0 9 * * *", timeZone: "Europe/Madrid" };

async function made(person: SceneMember, body: object = daily): Promise<string> {
  return (await callRoute(POST, { method: "POST", body, apiKey: person.apiKey })).body.id;
}
const patch = ({ apiKey }: SceneMember, id: string, body: unknown) => callRoute(PATCH, { method: "PATCH", params: { id }, body, apiKey });
const changes = ({ apiKey }: SceneMember, id: string, query: Record<string, string> = {}) =>
  callRoute(CHANGES, { path: `/api/schedules/${id}/changes?${new URLSearchParams(query)}`, params: { id }, apiKey });

describe("the changes of a schedule", () => {
  it("tell what each field was and became, who did it, when and why, the latest first", async () => {
    const { member, admin } = scene.ours;
    const id = await made(member);
    expect((await changes(member, id)).body).toEqual({ items: [], nextCursor: null, total: 0 });
    await patch(member, id, { prompt: "Write less.", runAt: "2098-01-01T09:00:00Z", reason: "Once is enough." });
    await patch(admin, id, { status: "paused" });
    const { status, body } = await changes(scene.ours.auditor, id);
    expect([status, body.total]).toEqual([200, 2]);
    expect(body.items).toEqual([
      {
        at: expect.any(String),
        actorId: admin.userId,
        actorName: "The admin",
        callId: null,
        from: "active",
        to: "paused",
        fields: {},
        reason: null,
      },
      {
        at: expect.any(String),
        actorId: member.userId,
        actorName: "The member",
        callId: null,
        from: "active",
        to: "active",
        fields: {
          prompt: ["Write the report.", "Write less."],
          cron: ["0 9 * * *", null],
          runAt: [null, "2098-01-01T09:00:00.000Z"],
        },
        reason: "Once is enough.",
      },
    ]);
  });

  it("do not tell of what was sent and stayed as it was, nor of what was refused", async () => {
    const { member } = scene.ours;
    const id = await made(member);
    await patch(member, id, { name: daily.name, cron: " 0  9 * * *", timeZone: "europe/madrid" });
    expect((await patch(member, id, { reason: "For nothing." })).status).toBe(400);
    expect((await patch(member, id, { status: "archived", reason: "x" })).status).toBe(409);
    expect((await patch(member, id, { name: "Other", reason: "x".repeat(501) })).status).toBe(400);
    expect((await patch(scene.ours.approver, id, { name: "Other" })).status).toBe(403);
    expect((await changes(member, id)).body.total).toBe(0);
  });

  it("name the call by which an agent did it in a person's name, and the audit log does", async () => {
    const { member, owner } = scene.ours;
    const id = await made(member);
    const run = await completeRun(member, [{ calls: [{ tool: "scheduler", args: { action: "cancel", id } }] }, { text: "Done." }]);
    const callId = run.toolCalls[0]?.id;
    expect((await changes(member, id)).body.items).toMatchObject([{ actorId: member.userId, callId, from: "active", to: "cancelled" }]);
    const [entry] = await owner.ctx.db.sql(
      (sql) => sql`select facts from audit_entries where subject = ${`schedule:${id}`} and action = 'schedule-change'`,
    );
    expect(entry?.facts).toMatchObject({ callId, to: "cancelled" });
  });

  it("name the product when it was the product, with the reason", async () => {
    const leaver = await createSceneMember(scene.ours.id, "member");
    const id = await made(leaver);
    await removeMember(scene.ours.owner.ctx, leaver.userId);
    expect((await changes(scene.ours.owner, id)).body.items).toMatchObject([
      { actorId: null, actorName: null, from: "active", to: "broken", reason: expect.stringContaining("no longer a member") },
    ]);
  });

  it("come in pages, each once", async () => {
    const { member } = scene.ours;
    const id = await made(member);
    for (let turn = 0; turn < 5; turn++) await patch(member, id, { name: `Name ${turn}` });
    const first = (await changes(member, id, { limit: "3" })).body;
    const second = (await changes(member, id, { limit: "3", cursor: first.nextCursor })).body;
    const names = [...first.items, ...second.items].map(({ fields }) => fields.name[1]);
    expect(names).toEqual(["Name 4", "Name 3", "Name 2", "Name 1", "Name 0"]);
    expect([first.total, second.nextCursor]).toEqual([5, null]);
    const other = await made(member);
    expect((await changes(member, other, { cursor: first.nextCursor })).status).toBe(400);
  });

  it("are not there for another organization, nor for those who cannot see its private chat, and go with it", async () => {
    const { member, owner } = scene.ours;
    const id = await made(member);
    await patch(member, id, { prompt: "A secret." });
    const never = await changes(scene.theirs.owner, newId());
    const theirs = await changes(scene.theirs.owner, id);
    expect([theirs.status, theirs.body]).toEqual([404, never.body]);
    await member.ctx.db.sql(
      (sql) => sql`update chats set visibility = 'private' where id = (select chat_id from schedules where id = ${id})`,
    );
    expect((await changes(owner, id)).status).toBe(404);
    await callRoute(DELETE, { method: "DELETE", params: { id }, apiKey: member.apiKey });
    const [left] = await member.ctx.db.sql((sql) => sql`select count(*)::int as left from schedule_changes where schedule_id = ${id}`);
    expect(left).toEqual({ left: 0 });
  });

  it("can be added to and never rewritten by the application", async () => {
    const { member } = scene.ours;
    for (const rewrite of ["update schedule_changes set reason = 'x'", "delete from schedule_changes"]) {
      await expect(member.ctx.db.sql((sql) => sql.unsafe(rewrite))).rejects.toThrow(/permission denied/);
    }
  });
});
