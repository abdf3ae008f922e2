import { z } from "zod";
import { tenantDb } from "#db/tenant.ts";
import type { Authority } from "#lib/gate/authority.ts";
import type { CallToExecute } from "#lib/gate/call-to-execute.ts";
import { executeToolCall, type GateContext } from "#lib/gate/execute-tool-call.ts";
import { register } from "#lib/gate/registry.ts";
import { type ChatId, newId, type RunId, type TenantId, type ToolCallId, type UserId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { defineTool } from "#lib/tools/define-tool.ts";
import { row } from "./support/figures.ts";

/** The whole gate around a tool that does nothing, recorded in memory: what a call costs apart from the tool and the database. */
const CALLS = 200_000;
const WARM_UP = 20_000;

register(
  defineTool({
    name: "noop",
    version: 1,
    title: "Nothing",
    description: "Use it when nothing has to be done. Returns an empty text. Limits: it takes a text of at most 200 characters.",
    category: "bench",
    tags: ["bench"],
    effect: "read",
    requiresApproval: false,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({ text: z.string().max(200) }),
    limits: { text: "200 characters" },
    summarize: () => "Do nothing",
    run: async () => ({ data: null, text: "" }),
  }),
);

const tenantId = newId<TenantId>();
const userId = newId<UserId>();
const authority: Authority = {
  tenantId,
  userId,
  role: "member",
  entryPoint: "chat",
  afterReading: ["web"],
  isDryRun: false,
  agent: null,
  grants: [],
  serverTools: [],
  setUp: [],
  policy: {
    version: 1,
    preset: "balanced",
    rules: [...PRESET_RULES.balanced, { id: "noop", effect: "allow", tool: "noop", reason: "It does nothing." }],
  },
};
let recorded = 0;
const context: GateContext = {
  tenant: { tenantId, userId, role: "member", db: tenantDb(tenantId) },
  workspace: "/nowhere",
  workspaceBytes: null,
  signal: new AbortController().signal,
  authority: () => authority,
  begin: async () => "begun",
  record: (_call, settled) => {
    if (settled.status === "succeeded") recorded++;
  },
};

await calls(WARM_UP);
recorded = 0;
const before = process.cpuUsage();
await calls(CALLS);
const used = process.cpuUsage(before);
if (recorded !== CALLS) throw new Error(`${CALLS - recorded} calls did not succeed.`);
const microseconds = (used.user + used.system) / CALLS;
row("the gate alone, CPU a call of a no-op tool", `${microseconds.toFixed(2)} µs`, microseconds, 10);

async function calls(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const call: CallToExecute = {
      id: `${index}` as ToolCallId,
      runId: "run" as RunId,
      chatId: "chat" as ChatId,
      name: "noop",
      rawArguments: '{"text":"some words that are the argument of this call"}',
      approval: null,
    };
    await executeToolCall(context, call);
  }
}
