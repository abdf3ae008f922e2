import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId, type RunId } from "#lib/ids.ts";
import { changeRole } from "#lib/members/change-role.ts";
import { removeMember } from "#lib/members/remove-member.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { type Script, startRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());

const write = { tool: "file_system", args: { action: "write", path: "late.txt", content: "x" } };
const read = { tool: "file_system", args: { action: "list", path: "." } };
const noFiles: Rule = { id: "no-files", effect: "deny", tool: "file_system", reason: "No files from now on." };

/** What is taken from the member while their run is at work. */
const CHANGES: [string, (organization: SceneOrganization) => Promise<unknown>][] = [
  ["they are removed", ({ owner, member }) => removeMember(owner.ctx, member.userId)],
  ["they may only read", ({ owner, member }) => changeRole(owner.ctx, member.userId, "auditor")],
  ["a rule denies it", ({ owner }) => putPolicy(owner.ctx, { preset: "open", rules: [...PRESET_RULES.open, noFiles] })],
];

/** What became of the calls of a run, when this was changed as soon as `isAtWork` said so. */
async function callsAfter(
  { owner, member }: SceneOrganization,
  script: Script,
  isAtWork: (runId: RunId, text: string) => Promise<boolean>,
  change: () => Promise<unknown>,
) {
  const text = `Go ${newId()}`;
  const { runId, driven } = await startRun(member, script, { text });
  await vi.waitFor(async () => expect(await isAtWork(runId, text)).toBe(true), { timeout: 10_000, interval: 20 });
  await change();
  await driven;
  return (await getRun(owner.ctx, { runId })).toolCalls.map(({ tool, status, kind }) => [tool, status, kind]);
}

const isAnswering = async (_: RunId, text: string) => model.requests(text).length > 0;
const isExecuting =
  ({ owner }: SceneOrganization) =>
  async (runId: RunId) =>
    (await getRun(owner.ctx, { runId })).toolCalls[0]?.status === "executing";

describe("rights that change while a run is at work", () => {
  it.each(CHANGES.flatMap(([what, change]) => [write, read].map((call) => [call.args.action, what, call, change] as const)))(
    "hold for the call that comes at the end of a long answer: %s, when %s",
    async (_, __, call, change) => {
      const organization = await createSceneOrganization();
      await putPolicy(organization.owner.ctx, { preset: "open" });
      const script = [{ text: 200, rate: 150, calls: [call] }, { text: "Done." }];
      expect(await callsAfter(organization, script, isAnswering, () => change(organization))).toEqual([
        ["file_system", "refused", "gate_denied"],
      ]);
    },
  );

  it.each(CHANGES.flatMap(([what, change]) => [write, read].map((call) => [call.args.action, what, call, change] as const)))(
    "hold for the call that stands behind a long one: %s, when %s",
    async (_, __, call, change) => {
      const organization = await createSceneOrganization();
      await putPolicy(organization.owner.ctx, { preset: "open" });
      const script = [{ calls: [{ tool: "shell", args: { command: "sleep 1" } }, call] }, { text: "Done." }];
      expect(await callsAfter(organization, script, isExecuting(organization), () => change(organization))).toEqual([
        ["shell", "succeeded", null],
        ["file_system", "refused", "gate_denied"],
      ]);
    },
  );

  it("hold for a call that begins also when no notice of it came", async () => {
    const organization = await createSceneOrganization();
    await putPolicy(organization.owner.ctx, { preset: "open" });
    const script = [{ calls: [{ tool: "shell", args: { command: "sleep 1" } }, write] }, { text: "Done." }];
    const { owner, member } = organization;
    const silently = () =>
      owner.ctx.db.sql(
        (sql) => sql`update memberships set removed_at = now() where tenant_id = ${organization.id} and user_id = ${member.userId}`,
      );
    expect(await callsAfter(organization, script, isExecuting(organization), silently)).toEqual([
      ["shell", "succeeded", null],
      ["file_system", "refused", "gate_denied"],
    ]);
  });
});
