import { beforeAll, describe, expect, it } from "vitest";
import { PATCH as changeRoute, GET as readRoute } from "#app/api/documents/[id]/route.ts";
import { POST as restoreRoute } from "#app/api/documents/[id]/versions/[number]/restore/route.ts";
import { POST as createRoute, GET as listRoute } from "#app/api/documents/route.ts";
import { listAudit } from "#lib/audit/list-audit.ts";
import { newId, type ToolCallId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { createDocument } from "./create-document.ts";
import { deleteDocument, undeleteDocument } from "./delete-document.ts";
import { getDocument } from "./get-document.ts";
import { getVersion } from "./get-version.ts";
import { listDocuments } from "./list-documents.ts";
import { listVersions } from "./list-versions.ts";
import { restoreVersion, updateDocument } from "./update-document.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});

const made = ({ ctx }: SceneMember, title = "Plan", text = "One.") => createDocument(ctx, { title, text });
const all = { limit: 50 };

describe("a document", () => {
  it("is one organization's: for the other its id is one that never existed", async () => {
    const { id, version } = await made(scene.ours.member);
    const { ctx } = scene.theirs.owner;
    const nobody = await getDocument(ctx, newId()).catch((error) => error);
    const attempts = [
      () => getDocument(ctx, id),
      () => updateDocument(ctx, { id, expectedVersion: version, text: "Theirs." }),
      () => restoreVersion(ctx, { id, number: 1, expectedVersion: version }),
      () => deleteDocument(ctx, id),
      () => undeleteDocument(ctx, id),
      () => listVersions(ctx, { id, ...all }),
    ];
    for (const attempt of attempts) expect(await attempt().catch((error) => error)).toEqual(nobody);
    expect(await listDocuments(ctx, { q: "Plan", ...all })).toEqual({ items: [], nextCursor: null, total: 0 });
    expect((await getDocument(scene.ours.auditor.ctx, id)).text).toBe("One.");
  });

  it("is written by everybody but an auditor, and deleted by who made it, an owner or an admin", async () => {
    const { id, version } = await made(scene.ours.member);
    await expect(made(scene.ours.auditor)).rejects.toMatchObject({ code: "forbidden" });
    await expect(updateDocument(scene.ours.auditor.ctx, { id, expectedVersion: version, text: "No." })).rejects.toMatchObject({
      code: "forbidden",
    });
    await updateDocument(scene.ours.approver.ctx, { id, expectedVersion: version, text: "Two." });
    await expect(deleteDocument(scene.ours.approver.ctx, id)).rejects.toMatchObject({ code: "forbidden" });
    await deleteDocument(scene.ours.admin.ctx, id);
    await expect(getDocument(scene.ours.member.ctx, id)).rejects.toMatchObject({ code: "not_found" });
    await undeleteDocument(scene.ours.member.ctx, id);
    expect(await getDocument(scene.ours.member.ctx, id)).toMatchObject({ text: "Two.", number: 2 });
  });

  it("keeps every version with who wrote it and through which call, and going back is one more", async () => {
    const { member, approver } = scene.ours;
    const callId = newId<ToolCallId>();
    const first = await made(member, "Plan", "One.");
    const second = await updateDocument(approver.ctx, { id: first.id, expectedVersion: first.version, title: "Plan B" }, { callId });
    expect(second).toMatchObject({ title: "Plan B", text: "One.", previousVersion: first.version, isUnchanged: false, callId });
    const third = await restoreVersion(member.ctx, { id: first.id, number: 1, expectedVersion: second.version });
    expect(third).toMatchObject({ title: "Plan", number: 3, version: first.version });
    expect(await listVersions(member.ctx, { id: first.id, ...all })).toMatchObject({
      items: [
        { number: 3, title: "Plan", author: { id: member.userId }, callId: null, restoredFrom: 1 },
        { number: 2, title: "Plan B", author: { id: approver.userId }, callId, restoredFrom: null },
        { number: 1, title: "Plan", author: { id: member.userId }, callId: null },
      ],
      total: 3,
    });
    const paged = await listVersions(member.ctx, { id: first.id, limit: 2 });
    const rest = await listVersions(member.ctx, { id: first.id, limit: 2, cursor: paged.nextCursor ?? undefined });
    expect([...paged.items, ...rest.items].map(({ number }) => number)).toEqual([3, 2, 1]);
    const { items } = await listAudit(scene.ours.owner.ctx, { ...all, subject: `document:${first.id}` });
    // What an agent wrote stands there as its call.
    expect(items.map(({ action }) => action)).toEqual(["document-update", "document-create"]);
  });

  it("takes one of two that write at once; the other gets both versions named, and nothing is lost or tried again", async () => {
    const { member, approver } = scene.ours;
    const { id, version } = await made(member);
    const attempts = await Promise.allSettled([
      updateDocument(member.ctx, { id, expectedVersion: version, text: "Mine." }),
      updateDocument(approver.ctx, { id, expectedVersion: version, text: "Yours." }),
    ]);
    const winner = attempts.find((attempt) => attempt.status === "fulfilled")?.value;
    const loser = attempts.find((attempt) => attempt.status === "rejected")?.reason;
    expect(loser).toMatchObject({
      code: "version_conflict",
      status: 409,
      facts: { retryable: false, expected: version, current: winner?.version },
    });
    expect(await getDocument(member.ctx, id)).toMatchObject({ text: winner?.text, number: 2 });
  });

  it("sees a change of the title alone as one", async () => {
    const { ctx } = scene.ours.member;
    const { id, version } = await made(scene.ours.member);
    await updateDocument(ctx, { id, expectedVersion: version, title: "Other" });
    await expect(updateDocument(ctx, { id, expectedVersion: version, text: "Two." })).rejects.toMatchObject({ code: "version_conflict" });
  });

  it("changes row and version together: when the version cannot be stored, the row stays as it was", async () => {
    const { ctx, userId } = scene.ours.member;
    const { id, version } = await made(scene.ours.member);
    // The second half will find its place taken.
    await ctx.db.sql(
      (sql) => sql`
        insert into document_versions (tenant_id, document_id, number, version, title, text, author_id)
        values (${ctx.tenantId}, ${id}, 2, 'planted', '', '', ${userId})`,
    );
    await expect(updateDocument(ctx, { id, expectedVersion: version, title: "New", text: "New." })).rejects.toThrow(/duplicate key/);
    expect(await getDocument(ctx, id)).toMatchObject({ title: "Plan", text: "One.", version, number: 1 });
  });

  it("is made once by the same call, and written once", async () => {
    const { ctx } = scene.ours.member;
    const callId = newId<ToolCallId>();
    const input = { title: "Once", text: "One." };
    const [one, two] = await Promise.all([createDocument(ctx, input, { callId }), createDocument(ctx, input, { callId })]);
    expect(two.id).toBe(one.id);
    const change = { id: one.id, expectedVersion: one.version, text: "Two." };
    await updateDocument(ctx, change);
    expect(await updateDocument(ctx, change)).toMatchObject({ isUnchanged: true, number: 2 });
    expect((await listDocuments(ctx, { q: "once", ...all })).total).toBe(1);
  });

  it("takes 1 MiB, counted in bytes, and no more", async () => {
    const { ctx } = scene.ours.member;
    const text = "é".repeat(512 * 1024);
    expect((await createDocument(ctx, { title: "Long", text })).text).toBe(text);
    await expect(createDocument(ctx, { title: "Longer", text: `${text}.` })).rejects.toMatchObject({ code: "too_large" });
  });
});

describe("the list of documents", () => {
  it("is searched in titles and in the texts of today, and takes signs of the pattern language for themselves", async () => {
    const { owner } = (await createScene()).ours;
    const plan = await made(owner, "Budget", "100% of it.");
    await made(owner, "Other", "The budget of last year.");
    await updateDocument(owner.ctx, { id: plan.id, expectedVersion: plan.version, text: "Half of it." });
    const titles = async (q: string) => (await listDocuments(owner.ctx, { q, ...all })).items.map(({ title }) => title).toSorted();
    expect(await titles("BUDGET")).toEqual(["Budget", "Other"]);
    expect(await titles("half")).toEqual(["Budget"]);
    expect(await titles("100%")).toEqual([]);
    expect(await titles("_")).toEqual([]);
  });
});

describe("documents over HTTP", () => {
  it("answer what was made, a conflict with its facts, and a bad body with what is wrong", async () => {
    const { apiKey } = scene.ours.member;
    const created = await callRoute(createRoute, { method: "POST", apiKey, body: { title: "Plan", text: "One." } });
    expect(created).toMatchObject({ status: 201, body: { title: "Plan", text: "One.", number: 1 } });
    const { id, version } = created.body;
    const change = (body: object) => callRoute(changeRoute, { method: "PATCH", apiKey, params: { id }, body });
    expect(await change({ text: "Two.", expectedVersion: version })).toMatchObject({
      status: 200,
      body: { number: 2, previousVersion: version },
    });
    const conflict = await change({ text: "Three.", expectedVersion: version });
    expect(conflict).toMatchObject({ status: 409, body: { code: "version_conflict", expected: version, retryable: false } });
    expect(conflict.headers.get("content-type")).toMatch(/problem\+json/);
    for (const body of [
      {},
      { text: "x" },
      { expectedVersion: version },
      { deleted: false, text: "x" },
      { text: "x", expectedVersion: "1" },
      { deleted: true },
    ])
      expect([body, (await change(body)).body.code]).toEqual([body, "invalid_request"]);
    const current = (await callRoute(readRoute, { apiKey, params: { id } })).body.version;
    const restored = await callRoute(restoreRoute, {
      method: "POST",
      apiKey,
      params: { id, number: "1" },
      body: { expectedVersion: current },
    });
    expect(restored).toMatchObject({ status: 200, body: { text: "One.", number: 3 } });
    const none = await callRoute(restoreRoute, { method: "POST", apiKey, params: { id, number: "9" }, body: { expectedVersion: version } });
    expect(none).toMatchObject({ status: 404 });
    expect((await callRoute(listRoute, { apiKey, path: "/api/documents?limit=1" })).body).toMatchObject({
      items: [{ id }],
      nextCursor: expect.any(String),
    });
  });

  it("give the text of an old version", async () => {
    const { ctx } = scene.ours.member;
    const { id, version } = await made(scene.ours.member);
    await updateDocument(ctx, { id, expectedVersion: version, text: "Two." });
    expect(await getVersion(ctx, { id, number: 1 })).toMatchObject({ text: "One.", version });
  });
});
