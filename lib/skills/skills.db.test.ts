import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DELETE as removeRoute, PATCH as switchRoute } from "#app/api/skills/[name]/route.ts";
import { POST as addRoute, GET as listRoute } from "#app/api/skills/route.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());

const list = async ({ apiKey }: SceneMember) => (await callRoute(listRoute, { apiKey })).body;
const add = ({ apiKey }: SceneMember, content: string) => callRoute(addRoute, { method: "POST", body: { content }, apiKey });
const turn = ({ apiKey }: SceneMember, name: string, enabled: unknown) =>
  callRoute(switchRoute, { method: "PATCH", params: { name }, body: { enabled }, apiKey });
const remove = ({ apiKey }: SceneMember, name: string) => callRoute(removeRoute, { method: "DELETE", params: { name }, apiKey });
const skill = (name: string, body: string) => `---\nname: ${name}\ndescription: For tests.\n---\n${body}`;

const rowsOf = ({ ctx }: SceneMember) =>
  ctx.db.sql(async (sql) => (await sql`select 1 from skills where tenant_id = ${ctx.tenantId}`).length);

/** The system text of a message's question. */
async function systemText(member: SceneMember): Promise<string> {
  const marker = `marker-${crypto.randomUUID()}`;
  await completeRun(member, [{ text: "Yes." }], { text: marker });
  const [request] = model.requests(marker).slice(-1);
  const [first] = (request?.body.messages ?? []) as { role: string; content: string }[];
  return first?.content ?? "";
}

describe("skills", () => {
  it("that are switched on stand in the next prompt under a heading, and no more once they are switched off", async () => {
    const { ours, theirs } = await createScene();
    await add(ours.admin, skill("our-tone", "Write as pirates do."));
    expect(await systemText(ours.member)).not.toContain("pirates");
    expect((await turn(ours.owner, "our-tone", true)).body).toMatchObject({ name: "our-tone", enabled: true });
    await turn(ours.owner, "meeting-notes", true);
    const text = await systemText(ours.member);
    expect(text).toContain("# Skills\n## meeting-notes\n");
    expect(text).toContain("## our-tone\nFor tests.\n\nWrite as pirates do.");
    expect(await systemText(theirs.member)).not.toContain("# Skills");
    await turn(ours.owner, "our-tone", false);
    await turn(ours.owner, "meeting-notes", false);
    expect(await systemText(ours.member)).not.toContain("# Skills");
  });

  it("land switched off, also when another text takes the place of one that was on", async () => {
    const { ours } = await createScene();
    expect(await add(ours.owner, skill("our-tone", "One."))).toMatchObject({
      status: 201,
      body: { enabled: false, source: "organization", body: "One." },
    });
    await turn(ours.owner, "our-tone", true);
    expect(await add(ours.owner, skill("our-tone", "Two."))).toMatchObject({ status: 201, body: { enabled: false, body: "Two." } });
    expect((await list(ours.member)).items.map(({ name }: { name: string }) => name)).toEqual([
      "careful-changes",
      "meeting-notes",
      "our-tone",
    ]);
    expect((await remove(ours.owner, "our-tone")).status).toBe(204);
    expect((await remove(ours.owner, "our-tone")).status).toBe(404);
    expect((await list(ours.member)).total).toBe(2);
  });

  it("are paged like every list", async () => {
    const { ours } = await createScene();
    const page = async (query: string) => (await callRoute(listRoute, { apiKey: ours.member.apiKey, path: `/api/skills${query}` })).body;
    const first = await page("?limit=1");
    expect(first).toMatchObject({ items: [{ name: "careful-changes" }], nextCursor: expect.any(String), total: 2 });
    const last = { items: [{ name: "meeting-notes" }], nextCursor: null, total: 2 };
    expect(await page(`?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).toMatchObject(last);
    for (const bad of ["?limit=0", "?limit=201", "?limit=x", "?cursor=x", "?q=a"])
      expect(await page(bad)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  it("are changed by owners and admins alone, and are no other organization's", async () => {
    const { ours, theirs } = await createScene();
    await add(ours.owner, skill("our-tone", "One."));
    for (const person of [ours.approver, ours.member, ours.auditor]) {
      expect((await add(person, skill("x", "x"))).status).toBe(403);
      expect((await turn(person, "our-tone", true)).status).toBe(403);
      expect((await remove(person, "our-tone")).status).toBe(403);
    }
    expect((await turn(theirs.owner, "our-tone", true)).status).toBe(404);
    expect((await remove(theirs.owner, "our-tone")).status).toBe(404);
    expect((await list(theirs.owner)).total).toBe(2);
  });

  it("that cannot be read are listed as broken, cannot be switched on, and spoil nothing", async () => {
    const { ours } = await createScene();
    await add(ours.owner, skill("our-tone", "One."));
    await turn(ours.owner, "our-tone", true);
    // As a later version of the product may find what this one took.
    await ours.owner.ctx.db.sql(
      (sql) =>
        sql`insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${ours.id}, 'old', '---', true, ${ours.owner.userId}, now())`,
    );
    const { items } = await list(ours.member);
    expect(items.find(({ name }: { name: string }) => name === "old")).toMatchObject({
      problem: expect.stringContaining("three hyphens"),
      body: "",
    });
    expect((await turn(ours.owner, "old", true)).body).toMatchObject({ status: 409, code: "conflict" });
    expect(await systemText(ours.member)).toContain("## our-tone");
  });

  it("are switched one after the other: of two admins at once none brings the instructions beyond their length", async () => {
    const { ours } = await createScene();
    const names = ["a", "b", "c", "d", "e", "f"];
    for (const name of names) await add(ours.owner, skill(name, "x".repeat(19_000)));
    const answers = await Promise.all(names.map((name, at) => turn(at % 2 ? ours.owner : ours.admin, name, true)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
  });

  it("that are removed while they are added answer to both, each time", async () => {
    const { ours } = await createScene();
    const both = () => [add(ours.owner, skill("our-tone", "One.")), remove(ours.admin, "our-tone")];
    const answers = await Promise.all(Array.from({ length: 40 }, both).flat());
    expect(answers.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status))).toEqual([]);
  });

  it("that are removed while they are switched on leave nothing behind that would be on later", async () => {
    const { ours } = await createScene();
    for (let round = 0; round < 5; round += 1) {
      await add(ours.owner, skill("our-tone", "One."));
      await Promise.all([turn(ours.admin, "our-tone", true), remove(ours.owner, "our-tone")]);
      expect(await rowsOf(ours.owner)).toBe(0);
    }
  });

  it("that a version of the product no longer has can be switched off still", async () => {
    const { ours } = await createScene();
    await ours.owner.ctx.db.sql(
      (sql) =>
        sql`insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${ours.id}, 'gone', null, true, ${ours.owner.userId}, now())`,
    );
    const { items } = await list(ours.member);
    expect(items.find(({ name }: { name: string }) => name === "gone")).toMatchObject({
      enabled: true,
      source: "product",
      problem: expect.any(String),
    });
    expect(await systemText(ours.member)).not.toContain("gone");
    expect((await turn(ours.owner, "gone", false)).body).toMatchObject({ enabled: false });
    expect((await list(ours.member)).total).toBe(2);
    expect((await turn(ours.owner, "gone", true)).status).toBe(404);
  });

  it("of the organization stay its own when a version of the product brings one of their name, and can still be changed", async () => {
    const { ours } = await createScene();
    await ours.owner.ctx.db.sql(
      (sql) =>
        sql`insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at) values (${ours.id}, 'meeting-notes', ${skill("meeting-notes", "Ours.")}, true, ${ours.owner.userId}, now())`,
    );
    expect(await systemText(ours.member)).toContain("## meeting-notes\nFor tests.\n\nOurs.");
    expect(await add(ours.owner, skill("meeting-notes", "Ours, anew."))).toMatchObject({
      status: 201,
      body: { source: "organization", enabled: false },
    });
    expect((await remove(ours.owner, "meeting-notes")).status).toBe(204);
    expect((await list(ours.member)).items[1]).toMatchObject({ name: "meeting-notes", source: "product", enabled: false });
    expect((await add(ours.owner, skill("meeting-notes", "Mine."))).status).toBe(409);
  });

  it("count with their heads too", async () => {
    const { ours } = await createScene();
    const long = (name: string) => skill(name, "x").replace("---\nx", `examples: [${Array(20).fill("y".repeat(490)).join(", ")}]\n---\nx`);
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    for (const name of names) expect((await add(ours.owner, long(name))).status).toBe(201);
    for (const name of names.slice(0, 6)) expect((await turn(ours.owner, name, true)).status).toBe(200);
    expect((await turn(ours.owner, "g", true)).body).toMatchObject({ status: 409, limit: 60_000 });
  });

  it.each<[string, string, number]>([
    ["what is no SKILL.md", "Write well.", 400],
    ["the name of one that comes with the product", skill("meeting-notes", "Mine."), 409],
    ["a NUL", skill("x", "a\u0000b"), 400],
  ])("are refused with %s", async (_, content, status) => {
    const { ours } = await createScene();
    expect((await add(ours.owner, content)).status).toBe(status);
  });

  it("together have room in a prompt, and one more than fits is not switched on", async () => {
    const { ours } = await createScene();
    for (const name of ["a", "b", "c", "d"]) await add(ours.owner, skill(name, "x".repeat(19_000)));
    for (const name of ["a", "b", "c"]) expect((await turn(ours.owner, name, true)).status).toBe(200);
    expect((await turn(ours.owner, "d", true)).body).toMatchObject({ status: 409, limit: 60_000 });
    expect((await turn(ours.owner, "d", "yes")).status).toBe(400);
    expect((await turn(ours.owner, "nope", true)).status).toBe(404);
  });
});
