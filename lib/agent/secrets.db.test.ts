import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as keysRoute } from "#app/api/api-keys/route.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId } from "#lib/ids.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { answerOver } from "#lib/testing/answer-over.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, SCENE_PASSWORD, type SceneOrganization } from "#lib/testing/scene.ts";
import { runAgent } from "./run-agent.ts";

const PROVIDER_KEY = `sk-canary-${"k".repeat(24)}`;

/** Of a server that gives its keys another form: known by its value alone. */
const OTHER_KEY = "canary of a gateway";
process.env.OPENAI_API_KEY = OTHER_KEY;

let model: ModelServer;
let organization: SceneOrganization;
let admin: postgres.Sql;

beforeAll(async () => {
  model = await startModelServer();
  answerOver("openai-compatible:fake", model, PROVIDER_KEY);
  // What a provider says to a key that it does not know: it repeats it.
  for (const [name, key] of [
    ["refuses", PROVIDER_KEY],
    ["refuses_other", OTHER_KEY],
  ] as const)
    model.addScript(name, { steps: [{ error: { code: "invalid_api_key", message: `Incorrect API key provided: ${key}`, after: 0 } }] });
  organization = await createSceneOrganization();
  await putPolicy(organization.owner.ctx, { preset: "open" });
  admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await admin.end();
  await model.close();
});

/** Tables with a row that holds the text somewhere, in any column of any type. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await admin<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await admin.unsafe(`select 1 from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`, [
      text,
      Buffer.from(text).toString("hex"),
    ]);
    if (row) found.push(name);
  }
  return found;
}

describe("a dump of the database", () => {
  it("would show a text that stands in it (planted)", async () => {
    const chatId = await insertChat(organization.member);
    await admin`update chats set title = 'a canary to be found' where id = ${chatId}`;
    expect(await tablesWith("a canary to be found")).toEqual(["public.chats"]);
  });

  it("holds neither the provider's key nor ours, no password, no API key and no session, after all of them were used", async () => {
    const session = await browserOf(organization.owner.userId);
    const made = await callRoute(keysRoute, { method: "POST", body: { name: "Canary" }, session });
    expect(made.status).toBeLessThan(300);
    const secret: string = made.body.secret ?? made.body.apiKey ?? made.body.key;
    expect(secret).toMatch(/^cs_/);

    const command = "env; cat /proc/*/environ 2>/dev/null; echo looked";
    const run = await completeRun(organization.member, [
      {
        calls: [
          { tool: "shell", args: { command } },
          { tool: "file_system", args: { action: "list", path: "." } },
        ],
      },
      { text: "Done." },
    ]);
    expect(run.toolCalls[0]).toMatchObject({ status: "succeeded" });
    expect(JSON.stringify(run.toolCalls[0]?.outcome)).toContain("looked");
    expect(model.requests().length).toBeGreaterThan(0);

    for (const text of [PROVIDER_KEY, process.env.AUTH_SECRET ?? "none", SCENE_PASSWORD, organization.owner.apiKey, secret])
      expect([text.slice(0, 6), await tablesWith(text)]).toEqual([text.slice(0, 6), []]);
  });

  it.each(["refuses", "refuses_other"])("does not hold the key either when the provider repeats it in an error (%s)", async (name) => {
    answerOver(`openai-compatible:${name}`, model, PROVIDER_KEY);
    const { ctx } = organization.member;
    const chatId = await insertChat(organization.member);
    const { runId, claimed } = await sendMessage(ctx, { chatId, text: "What now?", clientMessageId: newId() });
    if (!claimed) throw new Error("not claimed");
    await runAgent(claimed);
    const run = await getRun(ctx, { runId });
    expect(run).toMatchObject({ status: "failed", stopReason: "model_error" });
    expect(run.error).toMatch(/^The model's server refused our key\. \(Incorrect API key provided: .*\[redacted\]\)$/);
    for (const key of [PROVIDER_KEY, OTHER_KEY]) expect(await tablesWith(key)).toEqual([]);
  });
});
