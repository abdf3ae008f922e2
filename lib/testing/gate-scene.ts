import { z } from "zod";
import { tenantDb } from "#db/tenant.ts";
import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import type { EntryPoint, Role, TenantContext } from "#lib/context.ts";
import type { Authority } from "#lib/gate/authority.ts";
import type { CallToExecute } from "#lib/gate/call-to-execute.ts";
import type { GateContext } from "#lib/gate/execute-tool-call.ts";
import { register } from "#lib/gate/registry.ts";
import type { SettledCall } from "#lib/gate/settled-call.ts";
import type { Grant } from "#lib/grants/grant.ts";
import { type ChatId, newId, type RunId, type TenantId, type ToolCallId, type UserId } from "#lib/ids.ts";
import type { ServerTool } from "#lib/mcp-servers/server-tool.ts";
import type { SetUp } from "#lib/organizations/select-set-up.ts";
import type { Policy, Rule } from "#lib/policies/policy.ts";
import type { CallBegin } from "#lib/runs/begin-call.ts";
import { defineTool, type ToolSpecification } from "#lib/tools/define-tool.ts";
import type { Outside } from "#lib/tools/read-from.ts";

const input = z.strictObject({ text: z.string().max(200), count: z.int().optional() });
let probes = 0;

/** Registers a tool that is sound in everything but what the test makes it do. Returns its name, which no other tool has. */
export function registerProbe(changes: Partial<ToolSpecification<typeof input, unknown>> = {}): string {
  probes += 1;
  const name = `probe_${probes}`;
  const effect = changes.effect ?? "read";
  register(
    defineTool<typeof input, unknown>({
      name,
      version: 1,
      title: "Probe",
      description: "Use it in a test, to see what becomes of a call. Returns what the test says. Limits: a text of at most 200 characters.",
      category: "test",
      tags: ["test"],
      effect,
      requiresApproval: false,
      annotations: {
        readOnlyHint: effect === "read",
        destructiveHint: effect === "irreversible",
        idempotentHint: false,
        openWorldHint: false,
      },
      input,
      limits: { text: "200 characters" },
      summarize: ({ text }) => `Probe ${text}`,
      run: async ({ text }) => ({ data: { text }, text }),
      ...changes,
    }),
  );
  return name;
}

export const EVERYTHING: Rule = { id: "everything", effect: "allow", reason: "Everything is allowed here." };

/** A gate whose rules the test holds in its hands, and which keeps in memory what the run engine would store. */
export class TestGate implements GateContext {
  rules: Rule[];
  version = 1;
  role: Role = "member";
  entryPoint: EntryPoint = "chat";
  afterReading: Outside[] = [];
  isDryRun = false;
  agent: AgentBounds | null = null;
  grants: Grant[] = [];
  serverTools: ServerTool[] = [];
  setUp: SetUp[] = [];
  userId = newId<UserId>();
  readonly tenantId = newId<TenantId>();
  workspace = "/nowhere";
  readonly workspaceBytes = null;
  readonly begun: ToolCallId[] = [];
  readonly recorded: SettledCall[] = [];
  readonly #stop = new AbortController();

  constructor(...rules: Rule[]) {
    this.rules = rules.length > 0 ? rules : [EVERYTHING];
  }

  get tenant(): TenantContext {
    const { tenantId, userId, role } = this;
    return { tenantId, userId, role, db: tenantDb(tenantId) };
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get policy(): Policy {
    return { version: this.version, preset: "balanced", rules: this.rules };
  }

  stop(): void {
    this.#stop.abort(new Error("cancel"));
  }

  authority(): Authority {
    const { tenantId, userId, role, entryPoint, afterReading, policy, agent, grants, serverTools, setUp, isDryRun } = this;
    return { tenantId, userId, role, entryPoint, afterReading, policy, agent, grants, serverTools, setUp, isDryRun };
  }

  /** This gate with some of its doors replaced. */
  with(changes: Partial<GateContext>): GateContext {
    const { tenant, workspace, workspaceBytes, signal } = this;
    return {
      tenant,
      workspace,
      workspaceBytes,
      signal,
      authority: () => this.authority(),
      begin: (call) => this.begin(call),
      record: (call, settled) => this.record(call, settled),
      ...changes,
    };
  }

  async begin({ id }: CallToExecute): Promise<CallBegin> {
    this.begun.push(id);
    return "begun";
  }

  record(_call: CallToExecute, settled: SettledCall): void {
    this.recorded.push(settled);
  }
}

/** A call whose turn has come; `args` that are no text are sent as JSON. */
export function callTo(name: string, args: unknown = { text: "a" }, changes: Partial<CallToExecute> = {}): CallToExecute {
  return {
    id: newId<ToolCallId>(),
    runId: newId<RunId>(),
    chatId: newId<ChatId>(),
    name,
    rawArguments: typeof args === "string" ? args : JSON.stringify(args),
    approval: null,
    ...changes,
  };
}
