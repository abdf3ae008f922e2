import { expect, it } from "vitest";
import { PUT as changeRoute, GET as readRoute } from "#app/api/model-prices/route.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, createSceneOrganization, type SceneMember } from "#lib/testing/scene.ts";

const read = (person: SceneMember) => callRoute(readRoute, { apiKey: person.apiKey });
const change = (person: SceneMember, body: unknown) => callRoute(changeRoute, { method: "PUT", apiKey: person.apiKey, body });
const items = [{ model: "openai:a", inputUsdPerMillion: 2.5, outputUsdPerMillion: 10 }];

it("prices are none at first, for everyone to read and for owners and admins to set, and the log has what was and what is", async () => {
  const { ours, theirs } = await createScene();
  for (const role of ["owner", "admin", "approver", "member", "auditor"] as const)
    expect(await read(ours[role])).toMatchObject({ status: 200, body: { version: 1, items: [], changedAt: null } });
  for (const role of ["approver", "member", "auditor"] as const)
    expect(await change(ours[role], { items })).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await change(ours.admin, { items, version: 1 })).toMatchObject({ status: 200, body: { version: 2, items } });
  expect(await change(ours.owner, { items: [] })).toMatchObject({ status: 200, body: { version: 3, items: [] } });
  expect((await read(ours.member)).body).toMatchObject({ version: 3, changedByName: "The owner", changedAt: expect.any(String) });
  expect((await read(theirs.owner)).body).toMatchObject({ version: 1, items: [] });
  const entries = await ours.owner.ctx.db.sql(
    (sql) => sql`select subject, facts from audit_entries where action = 'prices-change' order by seq`,
  );
  expect(entries).toEqual([
    { subject: "prices:2", facts: { from: [], to: items } },
    { subject: "prices:3", facts: { from: items, to: [] } },
  ]);
});

it("are not overwritten by somebody who has not seen them, and of many at once one wins", async () => {
  const { owner } = await createSceneOrganization();
  const answers = await Promise.all(Array.from({ length: 10 }, () => change(owner, { items, version: 1 })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(answer).toMatchObject({ status: 409, body: { code: "version_conflict", current: 2 } });
});

it("that cannot be are refused with the place, and the old ones stay", async () => {
  const { owner } = await createSceneOrganization();
  const { status, body } = await change(owner, { items: [{ ...items[0], outputUsdPerMillion: null }] });
  expect([status, body.issues[0].path]).toEqual([400, "items.0.outputUsdPerMillion"]);
  expect((await read(owner)).body.version).toBe(1);
});
