import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { systemSql } from "#db/system.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { createDraft } from "#lib/drafts/create-draft.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { newId } from "#lib/ids.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { createSceneOrganization } from "#lib/testing/scene.ts";
import { startWebhook, type Webhook } from "#lib/testing/webhook.ts";
import { startWorkerProcess, type WorkerProcess } from "#lib/testing/worker-process.ts";

let model: ModelServer;
let webhook: Webhook;
const running: WorkerProcess[] = [];

beforeAll(async () => {
  [model, webhook] = await Promise.all([startModelServer(), startWebhook()]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((worker) => worker.kill()));
});
afterAll(async () => {
  await model.close();
  webhook.close();
});

async function start(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess(model, { WEB_FETCH_ALLOW: webhook.host });
  running.push(worker);
  return worker;
}

it("that a process died in, between the message and its record, is called unknown, and is never sent again", {
  timeout: 60_000,
}, async () => {
  const { owner, member } = await createSceneOrganization();
  await putPolicy(owner.ctx, { preset: "open", rules: [{ id: "all", effect: "allow", reason: "Everything." }] });
  await addDestination(owner.ctx, { name: "Sales", address: webhook.address });
  const draft = await createDraft(member.ctx, { destination: "Sales", text: "Once." }, newId());
  const send = { tool: "send_draft", args: { draftId: draft.id, version: draft.version } };
  // The model does what a careless one would: it tries again.
  const prompt = `Go.\n#script ${JSON.stringify([{ calls: [send] }, { calls: [send] }, { text: "Done." }])}`;
  const { id } = await createSchedule(member.ctx, { prompt, cron: "0 9 * * *", missed: "once", overlap: "skip" });
  webhook.answer = () => undefined;
  const first = await start();
  const { runId } = await runScheduleNow(member.ctx, { id });
  await vi.waitFor(() => expect(webhook.received).toHaveLength(1), 10_000);
  expect(await getDraft(member.ctx, draft.id)).toMatchObject({ state: "sending" });
  await first.kill();
  webhook.answer = (response) => void response.end("ok");
  await systemSql((sql) => sql`update runs set lease_until = now() - interval '1 second' where id = ${runId}`);
  await start();
  await vi.waitFor(async () => expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded" }), 30_000);
  const { toolCalls } = await getRun(member.ctx, { runId });
  expect(toolCalls).toMatchObject([{ status: "unknown" }, { status: "failed", outcome: { errorCode: "conflict" } }]);
  expect(await getDraft(member.ctx, draft.id)).toMatchObject({ state: "unknown", sendingCallId: toolCalls[0]?.id });
  expect(webhook.received).toHaveLength(1);
});
