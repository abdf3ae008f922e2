import { beforeAll, expect, it } from "vitest";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { deleteChat, restoreChat } from "./delete-chat.ts";
import { getChat } from "./get-chat.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

it("hides a chat from everybody until it is brought back as it was", async () => {
  const { member, owner } = scene.ours;
  const chatId = await insertChat(member);
  await deleteChat(member.ctx, { chatId });
  await deleteChat(member.ctx, { chatId });
  for (const { ctx } of [member, owner]) await expect(getChat(ctx, { chatId })).rejects.toMatchObject({ code: "not_found" });
  expect(await restoreChat(owner.ctx, { chatId })).toMatchObject({ id: chatId });
  expect(await getChat(member.ctx, { chatId })).toMatchObject({ id: chatId });
  const entries = await owner.ctx.db.sql(
    (sql) => sql<{ action: string }[]>`select action from audit_entries where subject = ${`chat:${chatId}`} order by seq`,
  );
  expect(entries.map((entry) => entry.action)).toEqual(["chat-delete", "chat-restore"]);
});

it("is for its creator, owners and admins", async () => {
  const chatId = await insertChat(scene.ours.member);
  for (const { ctx } of [scene.ours.approver, scene.ours.auditor])
    await expect(deleteChat(ctx, { chatId })).rejects.toMatchObject({ code: "forbidden" });
  await deleteChat(scene.ours.admin.ctx, { chatId });
  await expect(restoreChat(scene.ours.approver.ctx, { chatId })).rejects.toMatchObject({ code: "forbidden" });
});

it("knows no chat of another organization", async () => {
  const chatId = await insertChat(scene.ours.member);
  const missing = { code: "not_found", message: "No such chat." };
  await expect(deleteChat(scene.theirs.owner.ctx, { chatId })).rejects.toMatchObject(missing);
  await expect(restoreChat(scene.theirs.owner.ctx, { chatId })).rejects.toMatchObject(missing);
});
