import { beforeAll, describe, expect, it } from "vitest";
import { POST as readRoute } from "#app/api/chats/[id]/read/route.ts";
import { GET as listRoute } from "#app/api/chats/route.ts";
import { type ChatId, newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

const read = ({ apiKey }: SceneMember, id: ChatId) => callRoute(readRoute, { method: "POST", params: { id }, apiKey });

async function isUnread({ apiKey }: SceneMember, id: ChatId): Promise<boolean | undefined> {
  const { body } = await callRoute(listRoute, { apiKey });
  return body.items.find((chat: { id: string }) => chat.id === id)?.isUnread;
}

/** Something is said: by that member, or by the agent. */
function say(chatId: ChatId, { ctx }: SceneMember, author: SceneMember | null): Promise<unknown> {
  return ctx.db.sql(
    (sql) => sql`
      insert into messages (tenant_id, id, chat_id, role, author_id, parts)
      values (${ctx.tenantId}, ${newId()}, ${chatId}, ${author ? "user" : "assistant"}, ${author?.userId ?? null}, '[]')`,
  );
}

describe("a chat", () => {
  it("is unread for its creator once others have said something in it, and read when they have it before them", async () => {
    const { member, approver } = scene.ours;
    const chatId = await insertChat(member);
    expect(await isUnread(member, chatId)).toBe(false);
    await say(chatId, member, member);
    expect(await isUnread(member, chatId)).toBe(false);
    await say(chatId, member, null);
    expect(await isUnread(member, chatId)).toBe(true);
    expect(await read(member, chatId)).toMatchObject({ status: 200, body: { isNews: true } });
    expect(await isUnread(member, chatId)).toBe(false);
    expect((await read(member, chatId)).body).toEqual({ isNews: false });
    await say(chatId, member, approver);
    expect(await isUnread(member, chatId)).toBe(true);
  });

  it("is unread for others only once they have been in it, each for themselves", async () => {
    const { member, approver, auditor } = scene.ours;
    const chatId = await insertChat(member);
    await say(chatId, member, null);
    expect([await isUnread(approver, chatId), await isUnread(auditor, chatId)]).toEqual([false, false]);
    expect((await read(auditor, chatId)).status).toBe(200);
    await say(chatId, member, null);
    expect([await isUnread(approver, chatId), await isUnread(auditor, chatId), await isUnread(member, chatId)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("that somebody cannot see is not marked for them", async () => {
    const { member, approver } = scene.ours;
    const chatId = await insertChat(member);
    await member.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${chatId}`);
    for (const stranger of [approver, scene.theirs.owner]) expect((await read(stranger, chatId)).status).toBe(404);
    const [marks] = await member.ctx.db.sql((sql) => sql`select count(*)::int as count from chat_reads where chat_id = ${chatId}`);
    expect(marks).toEqual({ count: 0 });
  });
});
