import { describe, expect, it } from "vitest";
import { POST as createChatRoute } from "#app/api/chats/route.ts";
import { newId } from "#lib/ids.ts";
import { agentCalls } from "#lib/testing/agent-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";

const beginChat = ({ apiKey }: SceneMember, body: unknown) => callRoute(createChatRoute, { apiKey, method: "POST", body });
const auditOf = ({ ctx }: SceneMember) =>
  ctx.db.sql(
    (sql) => sql<{ action: string; facts: Record<string, unknown> }[]>`
      select action, facts from audit_entries where tenant_id = ${ctx.tenantId} and action like 'agent-%' order by seq`,
  );

describe("agents", () => {
  it("are made, listed by name, changed version by version and deleted, and the log says by whom and what", async () => {
    const { ours } = await createScene();
    const made = await agentCalls.create(ours.admin, { name: "Writer", instructions: "Write." });
    expect(made).toMatchObject({
      status: 201,
      body: { name: "Writer", version: 1, enabled: true, iterations: 10, model: null, createdByName: "The admin" },
    });
    await agentCalls.create(ours.owner, { name: "assistant" });
    const { id } = made.body;
    expect((await agentCalls.change(ours.owner, id, { instructions: "Write well.", temperature: 0.5 })).body).toMatchObject({
      version: 2,
      instructions: "Write well.",
      temperature: 0.5,
      updatedByName: "The owner",
    });
    // The switch makes no version, and neither does what changes nothing.
    expect((await agentCalls.change(ours.owner, id, { enabled: false })).body).toMatchObject({ version: 2, enabled: false });
    expect((await agentCalls.change(ours.owner, id, { temperature: 0.5 })).body.version).toBe(2);
    const list = (await agentCalls.list(ours.auditor)).body;
    expect(list.items.map(({ name }: { name: string }) => name)).toEqual(["assistant", "Writer"]);
    const first = (await agentCalls.list(ours.member, "?limit=1")).body;
    expect(first).toMatchObject({ total: 2, items: [{ name: "assistant" }] });
    expect((await agentCalls.list(ours.member, `?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
      items: [{ id }],
      nextCursor: null,
    });
    expect((await agentCalls.remove(ours.owner, id)).status).toBe(204);
    for (const gone of [
      await agentCalls.get(ours.owner, id),
      await agentCalls.remove(ours.owner, id),
      await agentCalls.change(ours.owner, id, { name: "x" }),
    ])
      expect(gone).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await agentCalls.create(ours.owner, { name: "WRITER" })).status).toBe(201);
    const entries = await auditOf(ours.owner);
    expect(entries.map(({ action }) => action)).toEqual([
      "agent-create",
      "agent-create",
      "agent-change",
      "agent-change",
      "agent-delete",
      "agent-create",
    ]);
    expect(entries[2]?.facts).toEqual({
      name: "Writer",
      version: 2,
      changed: { instructions: { from: "Write.", to: "Write well." }, temperature: { from: null, to: 0.5 } },
    });
  });

  it("have names that differ in more than their case, also when two are made at once", async () => {
    const { ours, theirs } = await createScene();
    const both = await Promise.all([agentCalls.create(ours.owner, { name: "Writer" }), agentCalls.create(ours.admin, { name: "WRITER" })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const other = (await agentCalls.create(ours.owner, { name: "Reader" })).body;
    expect((await agentCalls.change(ours.owner, other.id, { name: "writer" })).body).toMatchObject({ status: 409, code: "conflict" });
    expect((await agentCalls.change(ours.owner, other.id, { name: "READER" })).status).toBe(200);
    expect((await agentCalls.create(theirs.owner, { name: "Writer" })).status).toBe(201);
  });

  it("are changed by owners and admins alone, and are no other organization's", async () => {
    const { ours, theirs } = await createScene();
    const { id } = (await agentCalls.create(ours.owner, { name: "Writer" })).body;
    for (const person of [ours.approver, ours.member, ours.auditor]) {
      expect((await agentCalls.create(person, { name: "x" })).status).toBe(403);
      expect((await agentCalls.change(person, id, { name: "x" })).status).toBe(403);
      expect((await agentCalls.remove(person, id)).status).toBe(403);
      expect((await agentCalls.get(person, id)).status).toBe(200);
    }
    for (const answer of [
      await agentCalls.get(theirs.owner, id),
      await agentCalls.change(theirs.owner, id, { name: "x" }),
      await agentCalls.remove(theirs.owner, id),
      await beginChat(theirs.member, { agentId: id }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await agentCalls.list(theirs.owner)).body).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it("are not overwritten by somebody who saw an earlier version", async () => {
    const { ours } = await createScene();
    const { id } = (await agentCalls.create(ours.owner, { name: "Writer" })).body;
    expect((await agentCalls.change(ours.admin, id, { iterations: 20, version: 1 })).body.version).toBe(2);
    expect((await agentCalls.change(ours.owner, id, { iterations: 30, version: 1 })).body).toMatchObject({
      status: 409,
      code: "version_conflict",
      current: 2,
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["a model of no known provider", { model: "anthropic:claude" }, /Write openai:<id>, openai-compatible:<id>, ollama:<id> or demo/],
    ["a model whose provider is not configured", { model: "openai-compatible:x" }, /needs OPENAI_BASE_URL/],
    ["an Ollama that does not answer", { model: "ollama:x" }, /Ollama does not answer/],
    ["lists that contradict themselves", { tools: { allow: { names: ["shell"] }, deny: { names: ["shell"] } } }, /allowed and denied/],
    ["a skill that there is not", { skills: ["flying"] }, /no skill named flying/],
    ["an unknown key", { owner: "me" }, /Unrecognized key/],
    ["a NUL", { instructions: "a\u0000b" }, /NUL/],
  ])("are refused with %s, when they are made and when they are changed", async (_, body, words) => {
    const { ours } = await createScene();
    const { id } = (await agentCalls.create(ours.owner, { name: "Writer" })).body;
    for (const answer of [await agentCalls.create(ours.owner, { name: "x", ...body }), await agentCalls.change(ours.owner, id, body)])
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", detail: expect.stringMatching(words) } });
  });

  it("that may only read are refused tools that only write, whichever of the two is said last", async () => {
    const { ours } = await createScene();
    const { id } = (await agentCalls.create(ours.owner, { name: "Writer", tools: { allow: { effects: ["write"] } } })).body;
    expect((await agentCalls.change(ours.owner, id, { approvalMode: "reads-only" })).status).toBe(400);
    await agentCalls.change(ours.owner, id, { tools: { allow: null }, approvalMode: "reads-only" });
    expect((await agentCalls.change(ours.owner, id, { tools: { allow: { effects: ["write"] } } })).status).toBe(400);
  });

  it("answer in chats that were begun with them; one that is unknown, malformed or deleted is 404, one that is off is refused in words", async () => {
    const { ours } = await createScene();
    const { id } = (await agentCalls.create(ours.owner, { name: "Writer" })).body;
    expect((await beginChat(ours.member, { agentId: id })).body).toMatchObject({ agentId: id, agentName: "Writer" });
    expect((await beginChat(ours.member, { agentId: null })).body).toMatchObject({ agentId: null, agentName: null });
    for (const agentId of [newId(), "writer", "Writer"]) expect((await beginChat(ours.member, { agentId })).status).toBe(404);
    await agentCalls.change(ours.owner, id, { enabled: false });
    expect((await beginChat(ours.member, { agentId: id })).body).toMatchObject({
      status: 409,
      code: "agent_unavailable",
      detail: expect.stringContaining("switched off"),
    });
    await agentCalls.remove(ours.owner, id);
    expect((await beginChat(ours.member, { agentId: id })).status).toBe(404);
  });

  it("are a hundred at most", async () => {
    const { ours } = await createScene();
    await ours.owner.ctx.db.sql(
      (sql) => sql`
        insert into agents (tenant_id, id, name, description, is_enabled, version, created_by, updated_by, updated_at)
        select ${ours.id}, gen_random_uuid(), 'Agent ' || n, '', true, 1, ${ours.owner.userId}, ${ours.owner.userId}, now() from generate_series(1, 100) n`,
    );
    expect((await agentCalls.create(ours.owner, { name: "One more" })).body).toMatchObject({ status: 409, limit: 100 });
  });
});
