import { afterAll, describe, expect, it } from "vitest";
import { GET as auditRoute } from "#app/api/audit/route.ts";
import { closeConnections } from "#db/client.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";
import { recordAudit } from "./record-audit.ts";

afterAll(closeConnections);

const list = ({ apiKey }: SceneMember, query = "") => callRoute(auditRoute, { path: `/api/audit${query}`, apiKey });

async function entries({ ctx }: SceneMember, actions: string[]): Promise<void> {
  await ctx.db.sql(async (sql) => {
    for (const action of actions)
      await recordAudit(sql, { tenantId: ctx.tenantId, actorId: ctx.userId, action, subject: `thing:${action}`, facts: { note: "=1+1" } });
  });
}

describe("GET /api/audit", () => {
  it("lists the organization's entries, the newest first, to owners, admins and auditors only", async () => {
    const { ours, theirs } = await createScene();
    await entries(ours.admin, ["member-add", "tool-call-denied", "tool-call-succeeded"]);
    await entries(theirs.admin, ["member-add", "member-add"]);
    for (const person of [ours.owner, ours.admin, ours.auditor]) {
      const { body } = await list(person);
      expect(body.items.map(({ action }: { action: string }) => action)).toEqual(["tool-call-succeeded", "tool-call-denied", "member-add"]);
      expect(body.items[2]).toMatchObject({
        actorId: ours.admin.userId,
        actorName: "The admin",
        subject: "thing:member-add",
        facts: { note: "=1+1" },
      });
      expect(body.total).toBe(3);
    }
    for (const person of [ours.approver, ours.member]) expect((await list(person)).body).toMatchObject({ status: 403, code: "forbidden" });
  });

  it("filters, pages, and exports what the filters leave", async () => {
    const { ours } = await createScene();
    await entries(ours.admin, ["member-add", "tool-call-denied", "tool-call-succeeded"]);
    await entries(ours.owner, ["member-add"]);
    const total = async (query: string) => (await list(ours.auditor, query)).body.total;
    expect(await total("?action=tool-call-")).toBe(2);
    expect(await total("?action=tool-call")).toBe(0);
    expect(await total("?action=member-add")).toBe(2);
    expect(await total(`?actorId=${ours.owner.userId}`)).toBe(1);
    expect(await total("?subject=thing:member-add")).toBe(2);
    expect(await total("?to=2026-01-01T00:00:00Z")).toBe(0);
    const first = (await list(ours.auditor, "?limit=3")).body;
    const second = (await list(ours.auditor, `?limit=3&cursor=${first.nextCursor}`)).body;
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 1, null]);
    expect((await list(ours.owner, "?action=a&page=1")).status).toBe(400);
    const csv = (await list(ours.auditor, "?format=csv&action=tool-call-")).body.trimEnd().split("\r\n");
    expect(csv).toHaveLength(3);
    expect(csv[1]).toContain(',tool-call-succeeded,thing:tool-call-succeeded,"{""note"":""=1+1""}"');
  });
});
