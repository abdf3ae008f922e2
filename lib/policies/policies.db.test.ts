import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as policyRoute, PUT as publishRoute } from "#app/api/policy/route.ts";
import { POST as simulateRoute } from "#app/api/policy/simulate/route.ts";
import { GET as versionsRoute } from "#app/api/policy/versions/route.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { createScene, createSceneOrganization, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { PRESET_RULES } from "./presets.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await createScene();
});

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
    const [calls] = await owner.ctx.db.sql((sql) => sql`select count(*)::int as stored from tool_calls`);
    expect(calls).toEqual({ stored: 0 });
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
