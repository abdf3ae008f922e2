import { runAgent } from "#lib/agent/run-agent.ts";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { ChatId, RunId, ToolCallId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { acceptLease, claimRun } from "#lib/runs/claim-run.ts";
import { ToolRefusal } from "#lib/tools/outcome.ts";
import { newMark, parkCalls } from "./approval-scene.ts";
import { registerProbe } from "./gate-scene.ts";
import type { Script } from "./run-scene.ts";
import { createSceneOrganization, type SceneMember, type SceneOrganization } from "./scene.ts";

/** Every execution of the spy tools, in order. */
const executed: string[] = [];

const spy = {
  effect: "irreversible",
  check: ({ text }: { text: string }) => {
    if (text.includes("refused-by-tool")) throw new ToolRefusal("blocked_command", "The tool does not do that.");
  },
  run: async ({ text }: { text: string }) => {
    executed.push(text);
    return { data: null, text: "It ran." };
  },
} as const;
/** The tool that no attack may reach, and one like it. */
export const SPY = registerProbe(spy);
export const OTHER_SPY = registerProbe(spy);

/** What an attack has in front of it: a call of the spy that waits for people, in an organization of its own. */
export interface Target {
  organization: SceneOrganization;
  requester: SceneMember;
  mark: string;
  runId: RunId;
  chatId: ChatId;
  approval: ApprovalView;
  /** All that wait, in the order asked, when there are several. */
  approvals: ApprovalView[];
}

interface Arrangement {
  /** Of the rule that asks. */
  requirement?: Rule["requirement"];
  requester?: keyof Pick<SceneOrganization, "owner" | "approver" | "member">;
  /** Texts that the model asks for in one message, with `$` for the mark. */
  texts?: string[];
  afterwards?: Script;
}

/** Rules that ask for the spies, ask two for some texts, and deny others. */
export const spyRules = (requirement: Rule["requirement"] = {}): Rule[] => [
  { id: "denied-text", effect: "deny", when: [{ pointer: "/text", op: "contains", value: "denied-by-rule" }], reason: "Not this." },
  {
    id: "two-for-text",
    effect: "ask",
    tool: "probe*",
    when: [{ pointer: "/text", op: "contains", value: "needs-two" }],
    requirement: { approvals: 2 },
    reason: "Two people.",
  },
  { id: "reads", effect: "allow", tool: "file_system", reason: "Files are free." },
  { id: "asks", effect: "ask", roles: ["owner", "admin", "approver", "member"], requirement, reason: "Ask first." },
];

export async function prepareTarget({ requirement, requester = "member", texts = ["$"], afterwards }: Arrangement = {}): Promise<Target> {
  const organization = await createSceneOrganization();
  await putPolicy(organization.owner.ctx, { preset: "balanced", rules: spyRules(requirement) });
  const mark = newMark();
  const calls = texts.map((text) => spyCall(text.replace("$", mark)));
  const { run, chatId, approvals } = await parkCalls(organization[requester], calls, afterwards && { afterwards });
  return { organization, requester: organization[requester], mark, runId: run.id, chatId, approval: approvals[0], approvals };
}

export function spyCall(text: string, tool = SPY) {
  return { tool, args: { text } };
}

/** How often a spy was executed for that target, whatever else it was told. */
export function spiedOn({ mark }: Target): number {
  return executed.filter((text) => text.includes(mark)).length;
}

/** Drives everything of the organization that may go on, as web and worker would, until nothing may. */
export async function driveOn({ organization: { id, owner } }: Target): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const open = await owner.ctx.db.sql(
      (sql) => sql<{ runId: RunId; epoch: number }[]>`
        select id as "runId", epoch from runs where tenant_id = ${id} and status in ('queued', 'running', 'awaiting-approval') order by created_at`,
    );
    let driven = 0;
    for (const { runId, epoch } of open) {
      const claimed = (await acceptLease(id, runId, epoch)) ?? (await claimRun(id, runId));
      if (!claimed) continue;
      driven += 1;
      await runAgent(claimed);
    }
    if (driven === 0) return;
  }
}

/** Somebody who can write to the database changes rows of the call. */
export function rewriteCall({ organization: { owner } }: Target, callId: ToolCallId, changes: Record<string, unknown>): Promise<unknown> {
  return owner.ctx.db.sql((sql) => sql`update tool_calls set ${sql(changes as never)} where id = ${callId}`);
}
