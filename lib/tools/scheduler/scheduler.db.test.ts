import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, type ToolCallId } from "#lib/ids.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { listSchedules } from "#lib/schedules/list-schedules.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const calling = async (args: Record<string, unknown>, member = scene.ours.member) => {
  const run = await completeRun(member, [{ calls: [{ tool: "scheduler", args }] }, { text: "Done." }]);
  const [call] = run.toolCalls;
  if (!call) throw new Error("no call");
  return call;
};
const daily = { action: "create", name: "Daily", prompt: "List my files.", cron: "0 9 * * *", timeZone: "Europe/Madrid" };

describe("the scheduler tool", () => {
  it("makes a draft, and says its times with their zone and that a person must activate it", async () => {
    const call = await calling(daily);
    expect(call).toMatchObject({
      status: "succeeded",
      ruleId: "schedule-write-allow",
      outcome: { data: { name: "Daily", status: "draft", nextRunAt: null } },
    });
    const { items } = await listSchedules(scene.ours.member.ctx, { limit: 10 });
    expect(items).toMatchObject([
      { name: "Daily", status: "draft", nextRunAt: null, isMadeByModel: true, createdBy: scene.ours.member.userId },
    ]);
    const seen = JSON.stringify(model.requests("List my files.").at(-1)?.body);
    expect(seen).toMatch(/does nothing until a person activates it/);
    expect(seen).toMatch(/09:00 Europe\/Madrid \(UTC\+0[12]:00\)/);
  });

  it("makes one schedule however often the same call is repeated, in a chat as private as the one it comes from", async () => {
    const { ctx } = scene.ours.approver;
    const chatId = await insertChat(scene.ours.approver);
    await ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${chatId}`);
    const madeBy = { callId: newId<ToolCallId>(), chatId };
    const input = { prompt: "Look.", cron: "0 9 * * *", missed: "once", overlap: "skip" } as const;
    const made = await Promise.all([
      createSchedule(ctx, input, { madeBy }),
      createSchedule(ctx, input, { madeBy }),
      createSchedule(ctx, input, { madeBy }),
    ]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const [chat] = await ctx.db.sql((sql) => sql`select visibility from chats where id = ${made[0]?.chatId ?? null}`);
    expect(chat?.visibility).toBe("private");
  });

  it("lists with status and next run, twenty at most", async () => {
    const { ctx } = scene.ours.admin;
    for (let index = 0; index < 22; index += 1)
      await createSchedule(ctx, { prompt: `Job ${index}.`, cron: "0 9 * * *", missed: "once", overlap: "skip" });
    const call = await calling({ action: "list" }, scene.ours.admin);
    expect(call).toMatchObject({ status: "succeeded", ruleId: "schedule-list-allow", outcome: { truncated: true } });
    const data = call.outcome?.data as { items: { status: string; nextRunAt: string | null }[]; total: number };
    expect(data.items).toHaveLength(20);
    expect(data.items[0]).toMatchObject({ status: "active", nextRunAt: expect.stringMatching(/T09:00/) });
  });

  it("takes no name in which there is nothing to see: the prompt gives one then", async () => {
    const call = await calling({ ...daily, name: "\u200b\u202e" }, scene.ours.approver);
    expect(call).toMatchObject({ status: "succeeded", outcome: { data: { name: "List my files." } } });
  });

  it("cancels by id", async () => {
    const { ctx } = scene.ours.member;
    const { id } = await createSchedule(ctx, { prompt: "Look.", cron: "0 9 * * *", missed: "once", overlap: "skip" });
    expect(await calling({ action: "cancel", id })).toMatchObject({ status: "succeeded", outcome: { data: { status: "cancelled" } } });
    expect(await calling({ action: "cancel", id })).toMatchObject({ status: "failed", outcome: { errorCode: "illegal_transition" } });
    expect(await calling({ action: "cancel", id: newId() })).toMatchObject({ status: "failed", outcome: { errorCode: "not_found" } });
  });

  it.each([
    ["a cancellation without an id", { action: "cancel" }, /id: needed/],
    ["an id that is no UUID", { action: "cancel", id: "17" }, /not a UUID/],
    ["nothing to do", { action: "create", cron: "0 9 * * *" }, /prompt: needed/],
    ["no time", { action: "create", prompt: "Go." }, /exactly one/],
    ["two times", { ...daily, runAt: "2098-01-01T00:00:00Z" }, /exactly one/],
    ["a time that has passed", { action: "create", prompt: "Go.", runAt: "2020-01-01T00:00:00Z" }, /in the past/],
    ["seconds", { ...daily, cron: "*/1 * * * * *" }, /six fields/],
    ["a zone that does not exist", { ...daily, timeZone: "../../etc/passwd" }, /not a time zone/],
    ["a prompt for a list", { action: "list", prompt: "Go." }, /are for create/],
    ["an unknown action", { action: "activate", id: newId() }, /action/],
  ])("refuses %s before anything happens, and says what is wrong", async (_, args, message) => {
    const call = await calling(args);
    expect(call).toMatchObject({ status: "refused", kind: "invalid_call", outcome: { executed: false } });
    expect(call.reason).toMatch(message);
  });

  it("finds the schedules of another organization no more than their ids exist", async () => {
    const { id } = await createSchedule(scene.theirs.member.ctx, { prompt: "Look.", cron: "0 9 * * *", missed: "once", overlap: "skip" });
    expect(await calling({ action: "cancel", id })).toMatchObject({ outcome: { errorCode: "not_found" } });
  });
});
