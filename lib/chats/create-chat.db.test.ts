import { beforeAll, expect, it } from "vitest";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { createChat } from "./create-chat.ts";
import { getChat } from "./get-chat.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

it("begins an empty chat that colleagues can open and other organizations cannot", async () => {
  const chat = await createChat(scene.ours.member.ctx, { title: "Plans" });
  expect(chat).toMatchObject({ title: "Plans", visibility: "organization", createdBy: { name: "The member" }, activeRunId: null });
  expect(await getChat(scene.ours.approver.ctx, { chatId: chat.id })).toMatchObject({ title: "Plans", messages: [], olderCursor: null });
  await expect(getChat(scene.theirs.owner.ctx, { chatId: chat.id })).rejects.toMatchObject({ code: "not_found", message: "No such chat." });
});

it("leaves the title open until something is said", async () => {
  expect(await createChat(scene.ours.member.ctx, {})).toMatchObject({ title: "" });
});

it("is not for auditors", async () => {
  await expect(createChat(scene.ours.auditor.ctx, {})).rejects.toMatchObject({ code: "forbidden" });
});
