import { beforeAll, expect, it } from "vitest";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { removeDestination } from "#lib/destinations/remove-destination.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { findTool, listTools } from "./list-tools.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

async function setRules(version: number, rules: unknown): Promise<void> {
  const { id, owner } = scene.ours;
  await owner.ctx.db.sql(
    (sql) =>
      sql`insert into policies (tenant_id, version, preset, rules) values (${id}, ${version}, 'balanced', ${JSON.stringify(rules)}::text::jsonb)`,
  );
}

it("says of each tool what the rules in force say of each kind of its calls", async () => {
  const { items, total } = await listTools(scene.ours.member.ctx);
  expect(total).toBe(items.length);
  const files = items.find((tool) => tool.name === "file_system");
  expect(files?.verdicts).toEqual([
    expect.objectContaining({ effect: "read", verdict: "allow", ruleId: "reads-allow" }),
    expect.objectContaining({ effect: "write", verdict: "allow", ruleId: "file-writes-allow" }),
  ]);
  expect(files).toMatchObject({ inputSchema: { additionalProperties: false }, category: "files" });
  expect(files).not.toHaveProperty("execute");
});

it("finds a tool in any case, and none that is not there", async () => {
  expect(await findTool(scene.ours.member.ctx, "File_System")).toMatchObject({ name: "file_system" });
  for (const name of ["nope", "__proto__", "constructor"])
    await expect(findTool(scene.ours.member.ctx, name)).rejects.toMatchObject({ code: "not_found", message: "No such tool." });
});

it("leaves out what a rule denies the caller outright, as if it were not there", async () => {
  const closed: Rule = { id: "no-files", effect: "deny", tool: "file_system", roles: ["member"], reason: "Not for members." };
  await setRules(2, [...PRESET_RULES.balanced, closed]);
  expect((await listTools(scene.ours.member.ctx)).items.map((tool) => tool.name)).not.toContain("file_system");
  await expect(findTool(scene.ours.member.ctx, "file_system")).rejects.toMatchObject({ message: "No such tool." });
  expect((await listTools(scene.ours.approver.ctx)).items.map((tool) => tool.name)).toContain("file_system");
});

it("leaves out what needs a destination, where there is none", async () => {
  const ofMessages = async () => {
    const { items } = await listTools(scene.theirs.member.ctx);
    return items.flatMap(({ name, category }) => (category === "messages" ? name : []));
  };
  expect(await ofMessages()).toEqual([]);
  const { id } = await addDestination(scene.theirs.owner.ctx, { name: "Sales", address: "https://hooks.example.com/a" });
  expect(await ofMessages()).toEqual(["draft", "send_draft"]);
  await removeDestination(scene.theirs.owner.ctx, id);
  expect(await ofMessages()).toEqual([]);
});

it("shows nothing to an auditor, and to nobody under rules that cannot be read", async () => {
  expect(await listTools(scene.ours.auditor.ctx)).toEqual({ items: [], total: 0 });
  await setRules(3, "broken");
  expect(await listTools(scene.ours.owner.ctx)).toEqual({ items: [], total: 0 });
  expect((await listTools(scene.theirs.owner.ctx)).total).toBeGreaterThan(0);
});
