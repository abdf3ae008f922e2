import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as policyRoute, PUT as publishRoute } from "#app/api/policy/route.ts";
import { POST as simulateRoute } from "#app/api/policy/simulate/route.ts";
import { GET as versionsRoute } from "#app/api/policy/versions/route.ts";
import { deleteChat } from "#lib/chats/delete-chat.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, createSceneOrganization, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { PRESET_RULES } from "./presets.ts";

let scene: Scene;
let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const read = (person: SceneMember) => callRoute(policyRoute, { apiKey: person.apiKey });
const publish = (person: SceneMember, body: unknown) => callRoute(publishRoute, { method: "PUT", apiKey: person.apiKey, body });
const simulate = (person: SceneMember, body: unknown) => callRoute(simulateRoute, { method: "POST", apiKey: person.apiKey, body });
const versions = (person: SceneMember, query = "") =>
  callRoute(versionsRoute, { apiKey: person.apiKey, path: `/api/policy/versions${query}` });

describe("the rules of an organization", () => {
  it("begin as the balanced preset, version 1, for everyone to read", async () => {
    for (const role of ["owner", "admin", "approver", "member", "auditor"] as const) {
      expect(await read(scene.ours[role])).toMatchObject({
        status: 200,
        body: { version: 1, preset: "balanced", rules: PRESET_RULES.balanced },
      });
    }
    expect((await versions(scene.ours.owner)).body).toEqual({ items: [], nextCursor: null, total: 0 });
  });

  it("are published by owners and admins, version by version, with who and when, and for nobody else", async () => {
    const { owner, admin, approver, member, auditor } = await createSceneOrganization();
    for (const person of [approver, member, auditor]) {
      expect(await publish(person, { preset: "open" })).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await publish(owner, { preset: "cautious" })).toMatchObject({ status: 200, body: { version: 2, preset: "cautious" } });
    expect(await publish(admin, { preset: "balanced", rules: [], version: 2 })).toMatchObject({
      status: 200,
      body: { version: 3, rules: [] },
    });
    expect((await versions(member)).body).toMatchObject({
      total: 2,
      items: [
        { version: 3, createdByName: "The admin", createdAt: expect.any(String) },
        { version: 2, createdByName: "The owner", rules: PRESET_RULES.cautious },
      ],
    });
    const first = (await versions(member, "?limit=1")).body;
    expect((await versions(member, `?limit=1&cursor=${first.nextCursor}`)).body.items).toMatchObject([{ version: 2 }]);
    const [audit] = await owner.ctx.db.sql(
      (sql) => sql`select count(*)::int as published from audit_entries where action = 'policy-publish'`,
    );
    expect(audit).toEqual({ published: 2 });
  });

  it("are another organization's business only there", async () => {
    await publish(scene.theirs.owner, { preset: "locked-down" });
    expect((await read(scene.ours.owner)).body.preset).toBe("balanced");
    expect((await versions(scene.ours.owner)).body.total).toBe(0);
  });

  it("are not overwritten by somebody who has not seen them, and of many at once one wins", async () => {
    const { owner } = await createSceneOrganization();
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(owner, { preset: "cautious", version: 1 })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "version_conflict", current: 2 } });
    }
    expect((await versions(owner)).body.total).toBe(1);
  });

  it.each([
    [{ preset: "mild" }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "ask" }] }],
    [
      {
        preset: "balanced",
        rules: [
          { id: "a", effect: "ask", reason: "r" },
          { id: "a", effect: "deny", reason: "r" },
        ],
      },
    ],
    [{ preset: "balanced", rules: [], version: 0 }],
    [{ preset: "balanced", createdBy: "me" }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "ask", requirement: { roles: ["auditor"] }, reason: "Nobody could decide." }] }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "ask", requirement: { expiresAfterMs: 9e15 }, reason: "r" }] }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "deny", when: [{ pointer: "/url", op: "host-is", value: 7 }], reason: "r" }] }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "deny", when: [{ pointer: "/url", op: "one-of", value: "x" }], reason: "r" }] }],
    [{ preset: "balanced", rules: [{ id: "a", effect: "deny", when: [{ pointer: "/url", op: "equals" }], reason: "r" }] }],
    [{}],
  ])("are refused when they cannot be read: %j", async (body) => {
    const answer = await publish(scene.ours.owner, body);
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", issues: expect.any(Array) } });
    expect(answer.body.issues.length).toBeGreaterThan(0);
  });
});

describe("what would happen", () => {
  it("is what the gate says, with the rule and the facts; nothing is stored", async () => {
    const { owner, auditor } = scene.ours;
    const call = { tool: "shell", input: { command: "ls" }, role: "member" };
    expect(await simulate(auditor, { call })).toMatchObject({
      status: 200,
      body: {
        verdict: "ask",
        ruleId: "shell-asks",
        facts: { role: "member", entryPoint: "chat", tool: "shell", effect: "irreversible", policyVersion: 1 },
      },
    });
    expect(await simulate(owner, { call: { ...call, input: { command: "rm -rf /" } } })).toMatchObject({ body: { verdict: "deny" } });
    expect(await simulate(owner, { call: { ...call, input: { nonsense: 1 } } })).toMatchObject({ body: { verdict: "deny" } });
    expect(await simulate(owner, { call: { ...call, tool: "nope" } })).toMatchObject({ body: { verdict: "deny" } });
    expect(await simulate(owner, { call, policy: { preset: "open", rules: PRESET_RULES.open } })).toMatchObject({
      body: { verdict: "allow" },
    });
    expect(await simulate(owner, { call, policy: { preset: "open", rules: [{}] } })).toMatchObject({ status: 400 });
    // A draft is what was read, changed; or a preset alone, as it can be published.
    const { body: inForce } = await read(owner);
    const shut = { id: "shut", effect: "deny", tool: "shell", reason: "No commands." };
    expect(await simulate(owner, { call, policy: { ...inForce, rules: [...inForce.rules, shut] } })).toMatchObject({
      body: { ruleId: "shut" },
    });
    expect(await simulate(owner, { call, policy: { preset: "locked-down" } })).toMatchObject({ body: { verdict: "deny" } });
    const [calls] = await owner.ctx.db.sql((sql) => sql`select count(*)::int as stored from tool_calls`);
    expect(calls).toEqual({ stored: 0 });
  });
});

describe("a draft held against recorded calls", () => {
  const WEEK_AGO = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString();
  const shell = (command: string) => ({ tool: "shell", args: { command } });
  const draft = {
    preset: "balanced",
    rules: [
      ...PRESET_RULES.balanced,
      { id: "no-env", effect: "deny", tool: "shell", when: [{ pointer: "/command", op: "starts-with", value: "env" }], reason: "No env." },
      { id: "lists-ask", effect: "ask", tool: "file_system", when: [{ pointer: "/action", op: "equals", value: "list" }], reason: "Ask." },
    ],
  };

  it("tells which would go another way, how many each way, and by which rule; nothing is stored and nothing runs", async () => {
    const { member, owner } = await createSceneOrganization();
    const calls = [
      shell("env"),
      shell("ls; env"),
      shell("ls"),
      { tool: "file_system", args: { action: "list", path: "." } },
      { tool: "nope", args: {} },
    ];
    await completeRun(member, [{ calls }]);
    const before = await recordOf(owner);
    const { body } = await simulate(owner, { since: WEEK_AGO, policy: draft });
    expect(body).toMatchObject({
      // A call of a tool that there is not goes no way by any rules.
      replayed: 4,
      isWhole: true,
      flips: [
        { from: "ask", to: "deny", calls: 2 },
        { from: "allow", to: "ask", calls: 1 },
      ],
    });
    expect(body.examples.map(({ summary, ruleId, to }: Record<string, string>) => [summary, ruleId, to]).sort()).toEqual([
      ["List .", "lists-ask", "ask"],
      ["Run: env", "no-env", "deny"],
      ["Run: ls; env", "no-env", "deny"],
    ]);
    expect(await recordOf(owner)).toEqual(before);
    expect((await simulate(owner, { since: WEEK_AGO, policy: { preset: "balanced", rules: PRESET_RULES.balanced } })).body.flips).toEqual(
      [],
    );
    expect((await simulate(owner, { since: new Date(Date.now() + 60_000).toISOString(), policy: draft })).body.replayed).toBe(0);
  });

  it("judges each by what its run had read then, and says of how many that is not known", async () => {
    const { member, owner } = await createSceneOrganization();
    const { id: runId } = await completeRun(member, [{ calls: [shell("ls 1"), shell("ls 2"), shell("ls 3")] }]);
    const read = { "ls 1": { web: ["example.com"], mcp: [] }, "ls 2": { web: [], mcp: ["mail"] }, "ls 3": null };
    for (const [command, readBefore] of Object.entries(read))
      await member.ctx.db.sql(
        (sql) =>
          sql`update tool_calls set read_before = ${readBefore && sql.json(readBefore)} where run_id = ${runId} and input ->> 'command' = ${command}`,
      );
    const afterPages = { id: "no-shell", effect: "deny", tool: "shell", afterReading: ["web"], reason: "Not after pages." } as const;
    const policy = { preset: "balanced", rules: [...PRESET_RULES.balanced, afterPages] };
    const { body } = await simulate(owner, { since: WEEK_AGO, policy });
    expect(body).toMatchObject({ replayed: 3, unknownReading: 1, flips: [{ from: "ask", to: "deny", calls: 1 }] });
    expect(body.examples).toMatchObject([{ summary: "Run: ls 1", ruleId: "no-shell" }]);
    const { body: without } = await simulate(owner, { since: WEEK_AGO, policy: draft });
    expect(without).toMatchObject({ replayed: 3, unknownReading: 0 });
  });

  it("counts calls of chats that the reader cannot open, and shows none of them", async () => {
    const { member, owner, admin } = await createSceneOrganization();
    const { chatId } = await completeRun(member, [{ calls: [shell("env private")] }]);
    await member.ctx.db.sql((sql) => sql`update chats set visibility = 'private' where id = ${chatId}`);
    for (const person of [owner, admin]) {
      const { body } = await simulate(person, { since: WEEK_AGO, policy: draft });
      expect(body).toMatchObject({ flips: [{ from: "ask", to: "deny", calls: 1 }], examples: [] });
    }
  });

  it("shows none of a chat that was deleted, also to who began it", async () => {
    const { owner } = await createSceneOrganization();
    const { chatId } = await completeRun(owner, [{ calls: [shell("env deleted")] }]);
    await deleteChat(owner.ctx, { chatId });
    const { body } = await simulate(owner, { since: WEEK_AGO, policy: draft });
    expect(body).toMatchObject({ flips: [{ from: "ask", to: "deny", calls: 1 }], examples: [] });
  });

  it("reads long records to their end, each call once", async () => {
    const { member, owner } = await createSceneOrganization();
    const { id: runId } = await completeRun(member, [{ calls: [shell("env")] }]);
    // Of one moment, and some of a length of which few fit into one reading.
    await member.ctx.db.sql(
      (sql) => sql`
        insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, tool_version, effect, input, status, entry_point, user_id, created_at)
        select tenant_id, gen_random_uuid(), run_id, chat_id, 'copy_' || n, 0, n, tool, tool_version, effect,
               jsonb_build_object('command', 'env ' || repeat('x', case when n % 200 = 0 then 3000000 else 10 end)), status, entry_point, user_id, created_at
          from tool_calls, generate_series(1, 2200) as n where run_id = ${runId}`,
    );
    const { body } = await simulate(owner, { since: WEEK_AGO, policy: draft });
    expect(body).toMatchObject({ replayed: 2_201, isWhole: true });
    expect(body.examples).toHaveLength(50);
  });

  it("is for owners, admins and auditors, of their own organization", async () => {
    const { ours, theirs } = await createScene();
    await completeRun(theirs.member, [{ calls: [shell("env")] }]);
    for (const person of [ours.member, ours.approver])
      expect((await simulate(person, { since: WEEK_AGO, policy: draft })).status).toBe(403);
    for (const person of [ours.owner, ours.auditor])
      expect((await simulate(person, { since: WEEK_AGO, policy: draft })).body.replayed).toBe(0);
  });

  it.each<[string, object]>([
    ["neither a call nor a time", {}],
    ["both", { since: WEEK_AGO, policy: draft, call: { tool: "shell", input: { command: "ls" } } }],
    ["no draft", { since: WEEK_AGO }],
    ["a time without a zone", { since: "2026-01-01T00:00:00", policy: draft }],
  ])("is refused with %s", async (_, body) => {
    expect(await simulate(scene.ours.owner, body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });

  async function recordOf({ ctx }: SceneMember) {
    return ctx.db.sql(
      (sql) =>
        sql`select (select count(*) from tool_calls) as calls, (select count(*) from approvals) as approvals, (select max(version) from policies) as version`,
    );
  }
});

describe("what would happen after reading", () => {
  it("is told for a call that is said to come after it, with that among the facts", async () => {
    const { owner, member } = await createSceneOrganization();
    const rule = { id: "after", effect: "deny", tool: "shell", afterReading: ["mcp"], reason: "Not after a server's answer." } as const;
    await publish(owner, { preset: "balanced", rules: [...PRESET_RULES.balanced, rule] });
    const call = { tool: "shell", input: { command: "ls" } };
    expect((await simulate(member, { call })).body).toMatchObject({ verdict: "ask", facts: { afterReading: [] } });
    expect((await simulate(member, { call: { ...call, afterReading: ["web"] } })).body).toMatchObject({ verdict: "ask" });
    expect((await simulate(member, { call: { ...call, afterReading: ["web", "mcp"] } })).body).toMatchObject({
      verdict: "deny",
      ruleId: "after",
      facts: { afterReading: ["web", "mcp"] },
    });
    for (const afterReading of [["mail"], "web", ["web", "mcp", "web", "mcp"]])
      expect(await simulate(member, { call: { ...call, afterReading } })).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});

describe("rules of an earlier version of the product", () => {
  it("stay in force although they could not be written now", async () => {
    const { id, owner, member } = await createSceneOrganization();
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    const rules = [...PRESET_RULES.balanced, { id: "old", effect: "deny", tool: "shell,web_fetch", reason: "Matches no tool." } as const];
    await admin`insert into policies (tenant_id, version, preset, rules) values (${id}, 2, 'balanced', ${admin.json(rules as never)})`;
    await admin.end();
    const call = { tool: "file_system", input: { action: "list", path: "." } };
    expect((await simulate(member, { call })).body).toMatchObject({ verdict: "allow", facts: { policyVersion: 2 } });
    const { status, body } = await publish(owner, { preset: "balanced", rules });
    expect([status, body.issues[0].path]).toEqual([400, `rules.${rules.length - 1}.tool`]);
  });
});

describe("rules that cannot be read any more", () => {
  it("deny everything in words that say why, until others are published", async () => {
    const { id, owner, member } = await createSceneOrganization();
    const admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
    await admin`insert into policies (tenant_id, version, preset, rules) values (${id}, 2, 'balanced', ${admin.json([{ id: "of a later version", effect: "shadow" }])})`;
    await admin.end();
    expect((await read(member)).body).toMatchObject({ version: 2, brokenReason: expect.stringContaining("cannot be read") });
    const call = { tool: "file_system", input: { action: "list", path: "." } };
    expect((await simulate(member, { call })).body).toMatchObject({ verdict: "deny", ruleId: "floor/broken-policy" });
    expect(await publish(owner, { preset: "balanced", version: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await simulate(member, { call })).body).toMatchObject({ verdict: "allow" });
  });
});
