import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatId, newId, type ToolCallId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { updateSchedule } from "#lib/schedules/update-schedule.ts";
import { forgetSingleton } from "#lib/singleton.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, createSceneOrganization, type Scene } from "#lib/testing/scene.ts";
import { createChat } from "./create-chat.ts";
import { deleteChat } from "./delete-chat.ts";
import { getChat } from "./get-chat.ts";
import { listChats } from "./list-chats.ts";
import { updateChat } from "./update-chat.ts";

let model: ModelServer;
let scene: Scene;
beforeAll(async () => {
  model = await startModelServer();
  process.env.MODEL = "openai-compatible:fake";
  process.env.OPENAI_BASE_URL = model.url;
  process.env.OPENAI_API_KEY = "any";
  forgetSingleton("current-model");
});
afterAll(() => model.close());

const titlesOf = async (ctx: Parameters<typeof listChats>[0], q?: string) =>
  (await listChats(ctx, { q, limit: 50 })).items.map((chat) => chat.title);

describe("the list", () => {
  beforeAll(async () => {
    scene = await createScene();
  });

  it("holds the organization's chats and one's own private ones, in rows, count and search alike", async () => {
    const { member, approver } = scene.ours;
    await createChat(scene.theirs.member.ctx, { title: "Budget" });
    await createChat(member.ctx, { title: "Budget" });
    const secret = await createChat(member.ctx, { title: "Budget, my own" });
    await updateChat(member.ctx, { chatId: secret.id, visibility: "private" });
    const gone = await createChat(member.ctx, { title: "Budget of last year" });
    await deleteChat(member.ctx, { chatId: gone.id });
    expect(await titlesOf(member.ctx, "budget")).toEqual(["Budget, my own", "Budget"]);
    expect(await listChats(approver.ctx, { q: "BUDGET", limit: 50 })).toMatchObject({ items: [{ title: "Budget" }], total: 1 });
    expect(await listChats(scene.ours.auditor.ctx, { limit: 50 })).toMatchObject({ total: 1 });
  });

  it("has no place for the chat of a draft that never ran, until something is said there or a person activates it", async () => {
    const { member } = await createSceneOrganization();
    const { id: chatId } = await createChat(member.ctx, { title: "Asked here" });
    const draft = (name: string) =>
      createSchedule(
        member.ctx,
        { prompt: "List my files", name, cron: "0 9 * * *", missed: "once", overlap: "skip" },
        { madeBy: { callId: newId<ToolCallId>(), chatId } },
      );
    const [activated, dropped, talked] = [await draft("Activated"), await draft("Dropped"), await draft("Talked in")];
    expect(await listChats(member.ctx, { limit: 50 })).toMatchObject({ items: [{ title: "Asked here" }], total: 1 });
    await updateSchedule(member.ctx, { id: activated.id, status: "active" });
    await updateSchedule(member.ctx, { id: dropped.id, status: "cancelled" });
    await completeRun(member, [{ text: "Hello." }], { chatId: talked.chatId as ChatId });
    expect(await titlesOf(member.ctx)).toEqual(["Talked in", "Activated", "Asked here"]);
    expect(await titlesOf(member.ctx, "dropped")).toEqual([]);
    expect(await getChat(member.ctx, { chatId: dropped.chatId as ChatId })).toMatchObject({ title: "Dropped" });
  });

  it("takes what the pattern language would take for a sign for itself", async () => {
    const { member } = scene.ours;
    await createChat(member.ctx, { title: "100% sure" });
    await createChat(member.ctx, { title: "a_b\\c" });
    expect(await titlesOf(member.ctx, "%")).toEqual(["100% sure"]);
    expect(await titlesOf(member.ctx, "_b\\")).toEqual(["a_b\\c"]);
    expect(await titlesOf(member.ctx, "a%b")).toEqual([]);
  });

  it("is searched without regard to how an accent is composed", async () => {
    const { member } = scene.ours;
    const titles = ["Caf\u00e9 one", "Cafe\u0301 two"];
    for (const title of titles) await createChat(member.ctx, { title });
    for (const q of ["caf\u00e9", "cafe\u0301"]) expect((await titlesOf(member.ctx, q)).toSorted()).toEqual(titles.toSorted());
  });

  it("goes on where a page ended, also when chats move up meanwhile", async () => {
    const { ctx } = scene.theirs.owner;
    for (const title of ["one", "two", "three"]) await createChat(ctx, { title });
    const first = await listChats(ctx, { limit: 2 });
    expect(first.items.map((chat) => chat.title)).toEqual(["three", "two"]);
    const second = await listChats(ctx, { limit: 2, cursor: first.nextCursor ?? undefined });
    expect(second.items.map((chat) => chat.title)).toEqual(["one", "Budget"]);
    expect(second.nextCursor).toBeNull();
    await expect(listChats(scene.ours.owner.ctx, { limit: 2, cursor: first.nextCursor ?? undefined })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("a chat whose run waits for a decision", () => {
  beforeAll(async () => {
    scene = await createScene();
    const { id, owner } = scene.ours;
    const rules = JSON.stringify(PRESET_RULES.cautious);
    await owner.ctx.db.sql(
      (sql) => sql`insert into policies (tenant_id, version, preset, rules) values (${id}, 2, 'cautious', ${rules}::text::jsonb)`,
    );
    await completeRun(scene.ours.approver, [{ calls: [{ tool: "file_system", args: { action: "write", path: "a.txt", content: "a" } }] }]);
  });

  it("needs those who may decide it, and nobody else", async () => {
    const { owner, approver, member, auditor } = scene.ours;
    const needs = async ({ ctx }: typeof owner) => (await listChats(ctx, { limit: 1 })).items[0];
    expect(await needs(owner)).toMatchObject({ needsYou: true, runStatus: "awaiting-approval" });
    // The cautious preset excludes the one who asked.
    expect(await needs(approver)).toMatchObject({ needsYou: false, runStatus: "awaiting-approval" });
    expect(await needs(member)).toMatchObject({ needsYou: false });
    expect(await needs(auditor)).toMatchObject({ needsYou: false });
  });
});
