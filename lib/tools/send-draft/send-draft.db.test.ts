import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as changeRoute, DELETE as deleteRoute } from "#app/api/drafts/[id]/route.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { removeDestination } from "#lib/destinations/remove-destination.ts";
import { createDraft } from "#lib/drafts/create-draft.ts";
import { deleteDraft, undeleteDraft } from "#lib/drafts/delete-draft.ts";
import type { DraftDetail } from "#lib/drafts/draft-view.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { listDrafts } from "#lib/drafts/list-drafts.ts";
import { updateDraft } from "#lib/drafts/update-draft.ts";
import { previewCall } from "#lib/gate/index.ts";
import { newId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, parkCalls } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWebhook, WEBHOOK_KEY, type Webhook } from "#lib/testing/webhook.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";

const ALLOWED: Rule = { id: "all", effect: "allow", reason: "Everything." };

let model: ModelServer;
let webhook: Webhook;
let ours: SceneOrganization;

beforeAll(async () => {
  webhook = await startWebhook();
  process.env.WEB_FETCH_ALLOW = webhook.host;
  model = await startModelServer();
  useModelServer(model);
});
beforeEach(async () => {
  webhook.received = [];
  webhook.answer = (response) => void response.end("ok");
  ours = await createSceneOrganization();
  await addDestination(ours.admin.ctx, { name: "Sales", address: webhook.address });
});
afterAll(async () => {
  await model.close();
  webhook.close();
});

const drafted = (text = "Hello from Acme.") => createDraft(ours.member.ctx, { destination: "Sales", text }, newId());
const sending = ({ id, version }: Pick<DraftDetail, "id" | "version">) => ({ tool: "send_draft", args: { draftId: id, version } });
const now = ({ id }: Pick<DraftDetail, "id">) => getDraft(ours.auditor.ctx, id);

/** The member's agent asks to have it sent, the approver agrees, and it runs. */
async function approved(draft: DraftDetail, meanwhile: () => Promise<unknown> = async () => undefined) {
  const { run, approvals } = await parkCalls(ours.member, [sending(draft)]);
  await meanwhile();
  await decide(ours.approver, approvals[0], "approve");
  await driveGranted(ours.member, run.id);
  const [call] = (await getRun(ours.owner.ctx, { runId: run.id })).toolCalls;
  if (!call) throw new Error("no call");
  return call;
}

/** The same where the rules let everything through. */
async function sent(draft: Pick<DraftDetail, "id" | "version">) {
  await putPolicy(ours.owner.ctx, { preset: "open", rules: [ALLOWED] });
  const run = await completeRun(ours.member, [{ calls: [sending(draft)] }, { text: "Done." }]);
  const [call] = run.toolCalls;
  if (!call) throw new Error("no call");
  return call;
}

describe("sending a draft", () => {
  it("asks somebody other than who asked for it, shows them the whole message and where it goes, and then sends exactly that, once", async () => {
    const run = await completeRun(ours.owner, [
      { calls: [{ tool: "draft", args: { action: "create", destination: "sales", text: "Hello from Acme. 👋" } }] },
      { text: "Prepared." },
    ]);
    const made = run.toolCalls[0]?.outcome?.data as { id: DraftDetail["id"]; version: string };
    expect(run.toolCalls).toMatchObject([{ status: "succeeded", ruleId: "draft-writes-allow" }]);
    const parked = await parkCalls(ours.owner, [sending(made)]);
    const [approval] = parked.approvals;
    expect(approval).toMatchObject({
      effect: "irreversible",
      requirement: { excludeRequester: true },
      input: { draftId: made.id, version: made.version },
    });
    expect(await previewCall(ours.approver.ctx, { ...approval, editedInput: null })).toEqual({
      kind: "draft",
      draft: { destination: "Sales", text: "Hello from Acme. 👋", isAsAsked: true },
    });
    await expect(decide(ours.owner, approval, "approve")).rejects.toMatchObject({ code: "requester_excluded" });
    expect(await now(made)).toMatchObject({ state: "draft", pendingApprovalId: approval.id, approvedBy: [] });
    expect(webhook.received).toEqual([]);
    await decide(ours.approver, approval, "approve");
    await driveGranted(ours.owner, parked.run.id);
    const [call] = (await getRun(ours.owner.ctx, { runId: parked.run.id })).toolCalls;
    expect(call).toMatchObject({ status: "succeeded", outcome: { data: { state: "sent", destination: "Sales", status: 200 } } });
    expect(webhook.received.map(({ body }) => JSON.parse(body))).toEqual([{ text: "Hello from Acme. 👋" }]);
    expect(webhook.received[0]?.headers).toMatchObject({ "content-type": "application/json; charset=utf-8", "idempotency-key": call?.id });
    expect(await now(made)).toMatchObject({
      state: "sent",
      sendingCallId: call?.id,
      chatId: parked.chatId,
      approvedBy: [{ id: ours.approver.userId }],
      pendingApprovalId: null,
      answer: { status: 200, body: "ok" },
    });
  });

  it("sends nothing when the draft was edited after somebody was asked about it, and says both versions", async () => {
    const draft = await drafted();
    const call = await approved(draft, () =>
      updateDraft(ours.member.ctx, { id: draft.id, expectedVersion: draft.version, text: "Hello!" }),
    );
    const { version: current } = await now(draft);
    expect(call).toMatchObject({
      status: "failed",
      outcome: { errorCode: "version_conflict", retryable: false, data: { expected: draft.version, current } },
    });
    expect(webhook.received).toEqual([]);
    expect(await now(draft)).toMatchObject({ state: "draft", text: "Hello!" });
  });

  it("sends nothing when somebody agreed to what would not be sent, and it was changed back, or brought back, after that", async () => {
    for (const [away, back] of [
      [
        (draft: DraftDetail) => updateDraft(ours.member.ctx, { id: draft.id, expectedVersion: draft.version, text: "Harmless." }),
        (draft: DraftDetail) =>
          now(draft).then(({ version }) => updateDraft(ours.member.ctx, { id: draft.id, expectedVersion: version, text: draft.text })),
      ],
      [(draft: DraftDetail) => deleteDraft(ours.member.ctx, draft.id), (draft: DraftDetail) => undeleteDraft(ours.member.ctx, draft.id)],
    ] as const) {
      const draft = await drafted("Nobody agreed to this.");
      const { run, approvals } = await parkCalls(ours.member, [sending(draft)]);
      await away(draft);
      const { draft: shown } = (await previewCall(ours.approver.ctx, { ...approvals[0], editedInput: null })) as {
        draft: { isAsAsked: boolean } | null;
      };
      expect(shown?.isAsAsked ?? false).toBe(false);
      await decide(ours.approver, approvals[0], "approve");
      await back(draft);
      expect(await now(draft)).toMatchObject({ text: draft.text, state: "draft" });
      await driveGranted(ours.member, run.id);
      expect((await getRun(ours.owner.ctx, { runId: run.id })).toolCalls).toMatchObject([
        { status: "failed", outcome: { errorCode: "version_conflict" } },
      ]);
    }
    expect(webhook.received).toEqual([]);
  });

  it("counts another destination as another message", async () => {
    await addDestination(ours.admin.ctx, { name: "Press", address: webhook.address });
    const draft = await drafted();
    const call = await approved(draft, () =>
      updateDraft(ours.member.ctx, { id: draft.id, expectedVersion: draft.version, destination: "press" }),
    );
    expect(call).toMatchObject({ outcome: { errorCode: "version_conflict" } });
    expect(webhook.received).toEqual([]);
  });

  it("sends to no destination that was removed meanwhile", async () => {
    const draft = await drafted();
    const call = await approved(draft, () => removeDestination(ours.owner.ctx, draft.destination.id));
    expect(call).toMatchObject({
      status: "failed",
      outcome: { errorCode: "conflict", message: expect.stringMatching(/Sales was removed/) },
    });
    expect(webhook.received).toEqual([]);
  });

  it("happens once, also when two calls were agreed to and run at the same time", async () => {
    const draft = await drafted();
    await putPolicy(ours.owner.ctx, { preset: "open", rules: [ALLOWED] });
    const script = [{ calls: [sending(draft)] }, { text: "Done." }];
    const runs = await Promise.all(Array.from({ length: 4 }, () => completeRun(ours.member, script)));
    const calls = runs.flatMap((run) => run.toolCalls);
    expect(calls.map(({ status }) => status).toSorted()).toEqual(["failed", "failed", "failed", "succeeded"]);
    for (const call of calls.filter(({ status }) => status === "failed")) expect(call.outcome).toMatchObject({ errorCode: "conflict" });
    expect(webhook.received).toHaveLength(1);
  });

  it.each([
    [400, "failed", "not_sent"],
    [404, "failed", "not_sent"],
    [308, "failed", "not_sent"],
    [302, "unknown", "delivery_unknown"],
    [303, "unknown", "delivery_unknown"],
    [503, "unknown", "delivery_unknown"],
  ])("records what was answered: %i is %s", async (status, state, errorCode) => {
    webhook.answer = (response) =>
      void response.writeHead(status, { location: `${webhook.address}/elsewhere` }).end(`No such hook ${WEBHOOK_KEY}`);
    const draft = await drafted();
    const call = await sent(draft);
    expect(call).toMatchObject({ status: "failed", outcome: { errorCode, data: { state, status } } });
    const told = await now(draft);
    expect(told).toMatchObject({ state, answer: { status, body: "No such hook [address]" } });
    // A redirect is not followed.
    expect(webhook.received).toHaveLength(1);
    const read = JSON.stringify([call, told, model.requests("").map(({ body }) => body)]);
    for (const secret of [WEBHOOK_KEY, webhook.host]) expect(read).not.toContain(secret);
  });

  it("is told of a message that was not taken, and no longer of the one that was written in its place", async () => {
    webhook.answer = (response) => void response.writeHead(400).end("no_text");
    const draft = await drafted();
    await approved(draft);
    expect(await now(draft)).toMatchObject({ state: "failed", answer: { status: 400 }, approvedBy: [{ id: ours.approver.userId }] });
    await updateDraft(ours.member.ctx, { id: draft.id, expectedVersion: draft.version, text: "Another text." });
    expect(await now(draft)).toMatchObject({ state: "draft", answer: null, approvedBy: [], sendingCallId: null });
  });

  it("may be asked for again when it certainly failed, and never when nobody knows", async () => {
    const draft = await drafted();
    webhook.answer = (response) => void response.writeHead(403).end();
    await sent(draft);
    webhook.answer = (response) => response.destroy();
    expect(await sent(draft)).toMatchObject({ outcome: { errorCode: "delivery_unknown" } });
    expect(await sent(draft)).toMatchObject({ outcome: { errorCode: "conflict", message: expect.stringMatching(/may have been sent/) } });
    expect(webhook.received).toHaveLength(2);
    expect(await now(draft)).toMatchObject({ state: "unknown" });
  });

  it("says of a draft of another organization what it says of one that never was", async () => {
    const draft = await drafted();
    const theirs = await createSceneOrganization();
    ours = theirs;
    const [foreign, nobody] = [await sent(draft), await sent({ id: newId(), version: draft.version })];
    expect(foreign).toMatchObject({ status: "failed", outcome: { errorCode: "not_found" } });
    expect({ ...foreign.outcome, durationMs: 0 }).toEqual({ ...nobody.outcome, durationMs: 0 });
  });
});

describe("a draft", () => {
  it("is changed and deleted over HTTP while it has not gone out, under the same rule of versions", async () => {
    const draft = await drafted();
    const { apiKey } = ours.member;
    const params = { id: draft.id };
    const change = (body: object, key = apiKey) => callRoute(changeRoute, { method: "PATCH", apiKey: key, params, body });
    expect(await change({ text: "Two.", expectedVersion: draft.version })).toMatchObject({
      status: 200,
      body: { text: "Two.", state: "draft" },
    });
    expect(await change({ text: "Three.", expectedVersion: draft.version })).toMatchObject({
      status: 409,
      body: { code: "version_conflict" },
    });
    expect(await change({ text: "x", expectedVersion: draft.version }, ours.auditor.apiKey)).toMatchObject({ status: 403 });
    expect(await callRoute(deleteRoute, { method: "DELETE", apiKey: ours.approver.apiKey, params })).toMatchObject({ status: 403 });
    expect(await callRoute(deleteRoute, { method: "DELETE", apiKey, params })).toMatchObject({ status: 204 });
    expect((await listDrafts(ours.member.ctx, { limit: 50 })).total).toBe(0);
    expect(await change({ deleted: false })).toMatchObject({ status: 200 });
    expect(await sent(await now(draft))).toMatchObject({ status: "succeeded" });
    expect(await change({ text: "Late.", expectedVersion: (await now(draft)).version })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(await callRoute(deleteRoute, { method: "DELETE", apiKey, params })).toMatchObject({ status: 409 });
    const byState = async (state: "draft" | "sent") => (await listDrafts(ours.member.ctx, { limit: 50, state })).total;
    expect([await byState("draft"), await byState("sent")]).toEqual([0, 1]);
  });

  it("is made, listed with the names of the destinations, read, changed and deleted by an agent", async () => {
    const calling = async (args: Record<string, unknown>) => {
      const run = await completeRun(ours.member, [{ calls: [{ tool: "draft", args }] }, { text: "Done." }]);
      const [call] = run.toolCalls;
      if (!call) throw new Error("no call");
      return call;
    };
    const made = await calling({ action: "create", destination: "Sales", text: "One." });
    const { id, version } = dataOf<{ id: string; version: string }>(made);
    expect(await calling({ action: "list" })).toMatchObject({
      outcome: { data: { items: [{ id, state: "draft" }], destinations: ["Sales"] } },
    });
    expect(await calling({ action: "update", id, text: "Two.", expectedVersion: version })).toMatchObject({ status: "succeeded" });
    expect(await calling({ action: "update", id, text: "Three.", expectedVersion: version })).toMatchObject({
      outcome: { errorCode: "version_conflict" },
    });
    expect(await calling({ action: "read", id })).toMatchObject({ outcome: { data: { text: "Two." } } });
    expect(await calling({ action: "delete", id })).toMatchObject({ status: "succeeded" });
    expect(await calling({ action: "read", id })).toMatchObject({ outcome: { errorCode: "not_found" } });
    expect(await calling({ action: "create", destination: "Nobody", text: "x" })).toMatchObject({
      outcome: { errorCode: "not_found" },
    });
    for (const args of [
      { action: "create", text: "x" },
      { action: "create", destination: "Sales", text: " " },
      { action: "read", id: "a/b" },
      { action: "update", id },
    ])
      expect([args, (await calling(args)).kind]).toEqual([args, "invalid_call"]);
    const seen = JSON.stringify(model.requests("").map(({ body }) => body));
    expect(seen).toContain("Sales");
    expect(seen).not.toContain(WEBHOOK_KEY);
  });
});

/** What a call that was executed answered. */
function dataOf<T>({ outcome }: { outcome: ToolOutcome | null }): T {
  if (!outcome) throw new Error("no outcome");
  return outcome.data as T;
}
