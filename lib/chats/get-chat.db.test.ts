import { validateUIMessages } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireApprovals } from "#lib/approvals/expire-approvals.ts";
import type { ChatId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { forgetSingleton } from "#lib/singleton.ts";
import { decide, type ParkedRun, parkCalls } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, startRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import type { ChatMessage } from "./chat-view.ts";
import { getChat } from "./get-chat.ts";
import { LiveMessage } from "./live-message.ts";
import { sendMessage } from "./send-message.ts";
import { updateChat } from "./update-chat.ts";

let model: ModelServer;
let scene: Scene;
beforeAll(async () => {
  model = await startModelServer();
  process.env.MODEL = "openai-compatible:fake";
  process.env.OPENAI_BASE_URL = model.url;
  process.env.OPENAI_API_KEY = "any";
  forgetSingleton("current-model");
  scene = await createScene();
});
afterAll(() => model.close());

describe("a chat", () => {
  it("gives back what was said by whom, with calls, results and cost", async () => {
    const run = await completeRun(
      scene.ours.member,
      [
        { calls: [{ tool: "file_system", args: { action: "list", path: "." } }], usage: { input: 4, output: 1 } },
        { text: "Nothing here.", usage: { input: 5, output: 2 } },
      ],
      { text: "List files" },
    );
    const chat = await getChat(scene.ours.approver.ctx, { chatId: run.chatId });
    expect(chat).toMatchObject({ title: "List files", activeRunId: null, activeRun: null, olderCursor: null });
    const [asked, answered] = chat.messages;
    expect(asked).toMatchObject({ role: "user", metadata: { authorName: "The member", authorId: scene.ours.member.userId } });
    expect(answered).toMatchObject({
      role: "assistant",
      metadata: { runId: run.id, usage: { totalTokens: 12 }, stopReason: "final_message" },
    });
    expect(answered?.metadata.isPartial).toBeUndefined();
    expect(answered?.parts).toContainEqual(expect.objectContaining({ type: "tool-file_system", state: "output-available" }));
    expect(answered?.parts).toContainEqual(expect.objectContaining({ type: "text", text: "Nothing here." }));
  });

  it("is a list that the AI SDK's own check takes, whatever became of its calls", async () => {
    const { ours } = await createScene();
    const shell = { tool: "shell", args: { command: "ls" } };
    const calls = [
      shell,
      { tool: "nope", args: {} },
      { tool: "shell", raw: '{"command' },
      { tool: "file_system", args: { action: "read", path: "x" } },
    ];
    const chatId = await insertChat(ours.member);
    const ends: ((parked: ParkedRun) => Promise<unknown>)[] = [
      ({ approvals: [{ id }] }) =>
        ours.owner.ctx.db.sql((sql) => sql`update approvals set expires_at = now() where id = ${id}`).then(expireApprovals),
      ({ run }) => cancelRun(ours.member.ctx, { runId: run.id }),
      ({ approvals }) => decide(ours.approver, approvals[0], "deny", "No."),
      ({ approvals }) => decide(ours.approver, approvals[0], "approve"),
    ];
    for (const end of ends) {
      const parked = await parkCalls(ours.member, calls, { chatId });
      await end(parked);
      await driveGranted(ours.member, parked.run.id);
    }
    await parkCalls(ours.member, [shell], { chatId });
    const { messages } = JSON.parse(JSON.stringify(await getChat(ours.member.ctx, { chatId })));
    const states = messages.map(({ parts }: ChatMessage) => parts.find(({ type }) => type === "tool-shell"));
    expect(states.filter(Boolean).map(({ state }: { state: string }) => state)).toEqual([
      "output-error",
      "output-error",
      "output-denied",
      "output-available",
      "approval-requested",
    ]);
    expect(await validateUIMessages({ messages })).toHaveLength(10);
  });

  it("does not exist for another organization, nor for colleagues once it is private", async () => {
    const { ours, theirs } = scene;
    const chatId = await insertChat(ours.member);
    const missing = { code: "not_found", message: "No such chat." };
    await expect(getChat(theirs.owner.ctx, { chatId })).rejects.toMatchObject(missing);
    await updateChat(ours.member.ctx, { chatId, visibility: "private" });
    await expect(getChat(ours.owner.ctx, { chatId })).rejects.toMatchObject(missing);
    expect(await getChat(ours.member.ctx, { chatId })).toMatchObject({ id: chatId });
  });
});

describe("a run under way", () => {
  it("shows its answer so far, from which a reader goes on to the very message that is stored", async () => {
    const { chatId, driven } = await startRun(scene.ours.member, [{ text: "one two three four five six seven eight", rate: 15 }]);
    const during = await untilPartial(scene.ours.owner, chatId);
    const { activeRun, messages } = during;
    const partial = messages.at(-1);
    expect(partial).toMatchObject({ id: activeRun?.assistantMessageId, metadata: { isPartial: true } });
    await driven;
    const after = await getChat(scene.ours.owner.ctx, { chatId });
    expect(after.activeRun).toBeNull();

    if (!activeRun || !partial) throw new Error("No run was under way.");
    const { lastSeq, open, liveOutput } = activeRun;
    const live = new LiveMessage({ parts: partial.parts, metadata: {}, open, lastSeq, liveOutput });
    const rows = await scene.ours.owner.ctx.db.sql(
      (sql) => sql<{ seq: number; chunks: never[] }[]>`select seq, chunks from run_events where run_id = ${activeRun.id} order by seq`,
    );
    for (const { seq, chunks } of rows) for (const [index, chunk] of chunks.entries()) live.add(seq - chunks.length + 1 + index, chunk);
    expect(live.fold.parts).toEqual(after.messages.at(-1)?.parts);
  });

  it("marks messages that wait behind it, and puts its answer before them", async () => {
    const { ctx } = scene.ours.member;
    const { chatId, driven } = await startRun(scene.ours.member, [{ text: "an answer that takes its time", rate: 15 }]);
    await sendMessage(ctx, { chatId, text: 'Next\n#script [{"text":"second"}]', clientMessageId: "next", queue: true });
    const during = await untilPartial(scene.ours.member, chatId);
    expect(during.messages.map(({ role, metadata }) => [role, metadata.isQueued ?? false])).toEqual([
      ["user", false],
      ["assistant", false],
      ["user", true],
    ]);
    await driven;
    const after = await getChat(ctx, { chatId });
    expect(after.messages.map((message) => message.role)).toEqual(["user", "assistant", "user", "assistant"]);
  });
});

describe("a long chat", () => {
  it("opens on its newest messages and pages back to its first, none twice", async () => {
    const chatId = await insertChat(scene.ours.member);
    const { ctx } = scene.ours.member;
    await ctx.db.sql(
      (sql) => sql`
        insert into messages (tenant_id, id, chat_id, role, author_id, parts)
        select ${ctx.tenantId}, gen_random_uuid(), ${chatId}, 'user', ${ctx.userId}, jsonb_build_array(jsonb_build_object('type', 'text', 'text', n::text))
          from generate_series(1, 120) n`,
    );
    const read: unknown[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await getChat(ctx, { chatId, before, limit: 50 });
      read.unshift(...page.messages.map(({ parts }) => (parts[0] as { text: string }).text));
      before = page.olderCursor;
    }
    expect(read).toEqual(Array.from({ length: 120 }, (_, index) => String(index + 1)));
  });

  it("refuses a cursor of another chat", async () => {
    const [one, two] = [await longChat(scene.ours.member), await insertChat(scene.ours.member)];
    const { olderCursor } = await getChat(scene.ours.member.ctx, { chatId: one, limit: 1 });
    await expect(getChat(scene.ours.member.ctx, { chatId: two, before: olderCursor ?? "" })).rejects.toMatchObject({
      facts: { issues: [{ path: "before" }] },
      code: "invalid_request",
    });
  });
});

async function longChat(member: SceneMember): Promise<ChatId> {
  const run = await completeRun(member, [{ text: "Yes." }]);
  return run.chatId;
}

async function untilPartial(member: SceneMember, chatId: ChatId) {
  for (;;) {
    const chat = await getChat(member.ctx, { chatId });
    if (chat.messages.some((message) => message.metadata.isPartial && message.parts.some((part) => part.type === "text"))) return chat;
    if (!chat.activeRunId) throw new Error("The run ended before it was seen.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
