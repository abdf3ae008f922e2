import { expect, it } from "vitest";
import { createScene } from "./scene.ts";

it("makes two organizations with members of every role, each blind to the other", async () => {
  const { ours, theirs } = await createScene();
  expect(ours.name).toBe(theirs.name);
  expect(ours.auditor.ctx).toMatchObject({ tenantId: ours.id, role: "auditor" });
  const seen = await ours.member.ctx.db.sql((sql) => sql<{ userId: string }[]>`select user_id as "userId" from memberships`);
  const own = [ours.owner, ours.admin, ours.approver, ours.member, ours.auditor].map((member) => member.userId);
  expect(seen.map((row) => row.userId).sort()).toEqual(own.sort());
});
