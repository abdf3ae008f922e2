import { beforeAll, describe, expect, it } from "vitest";
import { PUT as changeRoute, GET as readRoute } from "#app/api/limits/route.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, createSceneOrganization, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { DEFAULT_LIMITS } from "./limits.ts";

let scene: Scene;

beforeAll(async () => {
  scene = await createScene();
});

const read = (person: SceneMember) => callRoute(readRoute, { apiKey: person.apiKey });
const change = (person: SceneMember, body: unknown) => callRoute(changeRoute, { method: "PUT", apiKey: person.apiKey, body });

describe("the limits of an organization", () => {
  it("begin as those that are written down, version 1, for everyone to read", async () => {
    const nothing = { calls: 0, tokens: 0 };
    for (const role of ["owner", "admin", "approver", "member", "auditor"] as const) {
      expect(await read(scene.ours[role])).toMatchObject({
        status: 200,
        body: {
          version: 1,
          changedAt: null,
          callsPerRun: 100,
          tokensPerRun: 1_000_000,
          activeMsPerRun: 1_800_000,
          memberCallsPerDay: null,
          memberTokensPerDay: null,
          organizationCallsPerDay: null,
          organizationTokensPerDay: null,
          scheduledRunsAtOnce: 3,
          workspaceBytes: 10_737_418_240,
          usedToday: { member: nothing, organization: nothing },
        },
      });
    }
  });

  it("are changed by owners and admins, version by version, with who, when and what in the log, and by nobody else", async () => {
    const { owner, admin, approver, member, auditor } = await createSceneOrganization();
    for (const person of [approver, member, auditor]) {
      expect(await change(person, DEFAULT_LIMITS)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
    expect(await change(owner, { ...DEFAULT_LIMITS, callsPerRun: 20 })).toMatchObject({ status: 200, body: { version: 2 } });
    const second = { ...DEFAULT_LIMITS, callsPerRun: 20, tokensPerRun: null, memberCallsPerDay: 0, version: 2 };
    expect(await change(admin, second)).toMatchObject({ status: 200, body: { version: 3, tokensPerRun: null, memberCallsPerDay: 0 } });
    expect((await read(member)).body).toMatchObject({ version: 3, changedByName: "The admin", changedAt: expect.any(String) });
    const entries = await owner.ctx.db.sql(
      (sql) => sql`select subject, facts from audit_entries where action = 'limits-change' order by seq`,
    );
    expect(entries).toEqual([
      { subject: "limits:2", facts: { from: 1, changes: { callsPerRun: { from: 100, to: 20 } } } },
      {
        subject: "limits:3",
        facts: { from: 2, changes: { tokensPerRun: { from: 1_000_000, to: null }, memberCallsPerDay: { from: null, to: 0 } } },
      },
    ]);
  });

  it("are another organization's business only there", async () => {
    await change(scene.theirs.owner, { ...DEFAULT_LIMITS, callsPerRun: 1 });
    expect((await read(scene.ours.owner)).body).toMatchObject({ version: 1, callsPerRun: 100 });
  });

  it("are not overwritten by somebody who has not seen them, and of many at once one wins", async () => {
    const { owner } = await createSceneOrganization();
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(owner, { ...DEFAULT_LIMITS, version: 1 })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "version_conflict", current: 2 } });
    }
  });

  it.each([
    [{ callsPerRun: 0 }],
    [{ callsPerRun: null }],
    [{ callsPerRun: 1.5 }],
    [{ tokensPerRun: -1 }],
    [{ activeMsPerRun: 10 }],
    [{ memberCallsPerDay: "many" }],
    [{ scheduledRunsAtOnce: 0 }],
    [{ workspaceBytes: 1_000 }],
    [{ secondsPerRun: 1 }],
    [{ version: 0 }],
  ])("are refused when they make no sense: %j", async (wrong) => {
    const answer = await change(scene.ours.owner, { ...DEFAULT_LIMITS, ...wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request", issues: expect.any(Array) } });
  });

  it("say in plain words what a value must be", async () => {
    const { body } = await change(scene.ours.owner, { ...DEFAULT_LIMITS, callsPerRun: "many", activeMsPerRun: 1, memberCallsPerDay: -1 });
    expect(body.issues).toEqual([
      { path: "callsPerRun", message: "A whole number from 1 to 1,000." },
      { path: "activeMsPerRun", message: "A time from 1 s to 7 days." },
      { path: "memberCallsPerDay", message: "A whole number from 0 to 10,000,000." },
    ]);
  });

  it("are said whole: one that is missing is not taken for none", async () => {
    const { memberTokensPerDay: _, ...rest } = DEFAULT_LIMITS;
    expect(await change(scene.ours.owner, rest)).toMatchObject({ status: 400, body: { issues: [{ path: "memberTokensPerDay" }] } });
  });
});
