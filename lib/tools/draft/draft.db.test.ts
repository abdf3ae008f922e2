import { afterAll, beforeAll, expect, it } from "vitest";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { hub } from "#lib/events/hub.ts";
import { newId } from "#lib/ids.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWebhook, type Webhook } from "#lib/testing/webhook.ts";

let model: ModelServer;
let site: Webhook;

beforeAll(async () => {
  site = await startWebhook();
  process.env.WEB_FETCH_ALLOW = site.host;
  model = await startModelServer();
  useModelServer(model);
  await hub().listen();
});
afterAll(async () => {
  await model.close();
  site.close();
});

it("is told to a model where there is somewhere to send to, also in a run that is under way; elsewhere a call of it hears what is missing", async () => {
  const { owner, member } = await createSceneOrganization();
  site.answer = async (response) => {
    const isHeard = new Promise<void>((resolve) =>
      hub().on("notice", (notice) => notice.type === "policy-changed" && notice.tenantId === owner.ctx.tenantId && resolve()),
    );
    await addDestination(owner.ctx, { name: "Sales", address: site.address });
    await isHeard;
    response.end("ok");
  };
  const text = `Look, ${newId()}.`;
  const calls = [
    { tool: "draft", args: { action: "create", destination: "Sales", text: "Too early." } },
    { tool: "web_fetch", args: { url: `http://${site.host}/` } },
  ];
  const run = await completeRun(member, [{ calls }, { text: "Seen." }], { text });
  expect(run.toolCalls).toMatchObject([
    { status: "failed", outcome: { errorCode: "not_found", message: expect.stringContaining("There are: none.") } },
    { status: "succeeded" },
  ]);
  const questions = model.requests(text).map(({ body }) => JSON.stringify(body.tools));
  expect(questions.map((tools) => ['"draft"', '"send_draft"'].map((name) => tools.includes(`"name":${name}`)))).toEqual([
    [false, false],
    [true, true],
  ]);
});
