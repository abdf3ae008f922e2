import { beforeAll, expect, it } from "vitest";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { updateChat } from "./update-chat.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

it("lets a colleague give a chat a name, which no message replaces", async () => {
  const chatId = await insertChat(scene.ours.member);
  expect(await updateChat(scene.ours.approver.ctx, { chatId, title: "Release" })).toMatchObject({ id: chatId, title: "Release" });
  const [row] = await scene.ours.member.ctx.db.sql((sql) => sql`select title, title_source from chats where id = ${chatId}`);
  expect(row).toEqual({ title: "Release", title_source: "person" });
});

it("lets only its creator change who sees it, and records that", async () => {
  const chatId = await insertChat(scene.ours.member);
  await expect(updateChat(scene.ours.owner.ctx, { chatId, visibility: "private" })).rejects.toMatchObject({ code: "forbidden" });
  expect(await updateChat(scene.ours.member.ctx, { chatId, visibility: "private" })).toMatchObject({ visibility: "private" });
  const [entry] = await scene.ours.member.ctx.db.sql(
    (sql) => sql`select action, facts from audit_entries where subject = ${`chat:${chatId}`}`,
  );
  expect(entry).toMatchObject({ action: "chat-visibility-change", facts: { visibility: "private" } });
});

it("knows no chat of another organization and no private one of a colleague", async () => {
  const chatId = await insertChat(scene.ours.member);
  const missing = { code: "not_found", message: "No such chat." };
  await expect(updateChat(scene.theirs.member.ctx, { chatId, title: "Mine" })).rejects.toMatchObject(missing);
  await updateChat(scene.ours.member.ctx, { chatId, visibility: "private" });
  await expect(updateChat(scene.ours.owner.ctx, { chatId, title: "Mine" })).rejects.toMatchObject(missing);
});

it("is not for auditors", async () => {
  const chatId = await insertChat(scene.ours.member);
  await expect(updateChat(scene.ours.auditor.ctx, { chatId, title: "Mine" })).rejects.toMatchObject({ code: "forbidden" });
});
