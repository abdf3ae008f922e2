import { beforeAll, describe, expect, it } from "vitest";
import { DELETE as removeRoute } from "#app/api/destinations/[id]/route.ts";
import { POST as addRoute, GET as listRoute } from "#app/api/destinations/route.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { createDraft } from "#lib/drafts/create-draft.ts";
import { newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

const KEY = "canary-4711-canary";
const ADDRESS = `https://hooks.example.com/services/${KEY}`;
const add = ({ apiKey }: SceneMember, name: string, address = ADDRESS) =>
  callRoute(addRoute, { method: "POST", apiKey, body: { name, address } });
const remove = ({ apiKey }: SceneMember, id: string) => callRoute(removeRoute, { method: "DELETE", apiKey, params: { id } });
const list = async ({ apiKey }: SceneMember) => (await callRoute(listRoute, { apiKey })).body;

describe("a destination", () => {
  it("is set up by an owner or admin, known by its name to everybody, and its address is shown to nobody and stored encrypted", async () => {
    const { owner, admin, member, auditor } = scene.ours;
    const made = await add(admin, "#sales");
    expect(made).toMatchObject({ status: 201, body: { name: "#sales" } });
    expect(await add(member, "#mine")).toMatchObject({ status: 403 });
    expect(await list(auditor)).toMatchObject({ items: [{ name: "#sales", createdBy: { id: admin.userId } }], total: 1 });
    expect(await list(scene.theirs.owner)).toMatchObject({ items: [], total: 0 });
    const stored = await owner.ctx.db.sql(
      (sql) =>
        sql`select to_jsonb(d) as row from destinations d union all select to_jsonb(a) from audit_entries a where subject like 'destination:%'`,
    );
    const seen = JSON.stringify([made.body, await list(owner), stored]);
    expect(seen).toContain("#sales");
    for (const part of [KEY, "hooks.example.com", Buffer.from(KEY).toString("base64")]) expect(seen).not.toContain(part);
  });

  it("is removed with its address, and leaves its name free", async () => {
    const { owner, member } = scene.ours;
    const { id } = (await add(owner, "#removed")).body;
    expect(await remove(member, id)).toMatchObject({ status: 403 });
    expect(await remove(scene.theirs.owner, id)).toMatchObject({ status: 404 });
    expect(await remove(owner, id)).toMatchObject({ status: 204 });
    expect(await remove(owner, id)).toMatchObject({ status: 404 });
    const [row] = await owner.ctx.db.sql((sql) => sql`select encrypted_address from destinations where id = ${id}`);
    expect(row).toEqual({ encrypted_address: null });
    expect(await add(owner, "#REMOVED")).toMatchObject({ status: 201 });
    expect(await add(owner, "#removed")).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
    const { items } = await listAudit(owner.ctx, { limit: 50, subject: `destination:${id}` });
    expect(items.map(({ action }) => action)).toEqual(["destination-remove", "destination-add"]);
  });

  it.each([
    ["is empty", " "],
    ["turns what stands beside it round", "Sales\u202emaet"],
    ["cannot be told from another", "Sal\u200bes"],
    ["is long", "x".repeat(81)],
  ])("is refused with a name that %s", async (_, name) => {
    expect(await add(scene.ours.owner, name)).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
  });

  it.each([
    ["no address at all", "hooks", /https/],
    ["another scheme", "file:///etc/passwd", /scheme/],
    ["plain http on the internet", "http://hooks.example.com/x", /https:\/\//],
    ["a private address", "http://10.0.0.5/hook", /10\.0\.0\.5/],
    ["a name and a password in it", "https://user:secret@hooks.example.com/x", /user name/],
    ["a port that is not usual", "https://hooks.example.com:8443/x", /8443/],
    ["Discord's own form of address", "https://discord.com/api/webhooks/1/key", /\/slack/],
    ["a part behind #", "https://hooks.example.com/x#y", /#/],
  ])("is refused with %s", async (_, address, message) => {
    const { status, body } = await add(scene.ours.owner, "refused", address);
    expect([status, body.issues[0].path]).toEqual([400, "address"]);
    expect(body.issues[0].message).toMatch(message);
  });

  it("is found by agents by its name in any case, and a name that there is not is answered with those that there are", async () => {
    const { owner, member } = (await createScene()).ours;
    await add(owner, "Sales team");
    await add(owner, "Prensa José".normalize("NFD"));
    await add(owner, "Discord", "https://discord.com/api/webhooks/1/key/slack");
    expect(await createDraft(member.ctx, { destination: " sales TEAM ", text: "Hi." }, newId())).toMatchObject({
      destination: { name: "Sales team" },
    });
    for (const form of ["NFC", "NFD"]) {
      const destination = "prensa josé".normalize(form);
      expect(await createDraft(member.ctx, { destination, text: "Hola." }, newId())).toMatchObject({
        destination: { name: "Prensa José" },
      });
      expect(await add(owner, destination)).toMatchObject({ status: 400, body: { issues: [{ path: "name" }] } });
    }
    await expect(createDraft(member.ctx, { destination: "hooks.example.com", text: "Hi." }, newId())).rejects.toThrow(
      "There is no destination of this name. There are: Discord, Prensa José, Sales team.",
    );
  });
});
