import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { workspaceOf } from "#lib/gate/index.ts";
import { type ChatId, newId, type TenantId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import type { RunView } from "#lib/runs/get-run.ts";
import { completeRun, type Script } from "./run-scene.ts";
import type { SceneMember, SceneOrganization } from "./scene.ts";

/** A run that waits for people, and what it waits for, in the order asked. */
export interface ParkedRun {
  run: RunView;
  chatId: ChatId;
  approvals: [ApprovalView, ...ApprovalView[]];
}

/** A command that leaves a line in `<mark>.count` each time it runs: what counts executions is the side effect. */
export function marking(mark: string) {
  return { tool: "shell", args: { command: `echo ran >> ${mark}.count` } };
}

export function newMark(): string {
  return `m${newId().replaceAll("-", "").slice(-12)}`;
}

/** How often commands with that mark have really run. */
export async function executionsOf(tenantId: TenantId, mark: string): Promise<number> {
  const file = path.join(await workspaceOf(tenantId), `${mark}.count`);
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
}

interface Parking {
  chatId?: ChatId;
  text?: string;
  /** What the model says besides the calls, in the step that asks. */
  step?: Script[number];
  /** The steps after that. */
  afterwards?: Script;
}

/** Has the member's model ask for these calls in one message, of which at least one must wait; then the scripted rest follows. */
export async function parkCalls(
  member: SceneMember,
  calls: Record<string, unknown>[],
  { step = {}, afterwards = [{ text: "Done." }], ...rest }: Parking = {},
): Promise<ParkedRun> {
  const run = await completeRun(member, [{ ...step, calls }, ...afterwards], rest);
  const { items } = await listApprovals(member.ctx, { status: "pending", chatId: run.chatId, limit: 50 });
  const [first, ...others] = items;
  if (!first || run.status !== "awaiting-approval") throw new Error(`The run did not wait; it is ${run.status}.`);
  return { run, chatId: run.chatId, approvals: [first, ...others] };
}

/** One command that waits, with its mark. */
export async function parkCommand(member: SceneMember, options: Parking = {}) {
  const mark = newMark();
  const parked = await parkCalls(member, [marking(mark)], options);
  return { ...parked, mark, approval: parked.approvals[0] };
}

/** The person decides what they were shown. */
export function decide(
  person: SceneMember,
  approval: Pick<ApprovalView, "id" | "inputDigest">,
  decision: "approve" | "deny",
  reason?: string,
): Promise<ApprovalView> {
  return decideApproval(person.ctx, { approvalId: approval.id, decision, inputDigest: approval.inputDigest, reason });
}

/** Balanced rules, with other words on who must agree to a command. */
export async function requireOfCommands({ owner }: SceneOrganization, requirement: Partial<Requirement>): Promise<void> {
  const rules = PRESET_RULES.balanced.map((rule) => (rule.tool === "shell" ? { ...rule, requirement } : rule));
  await putPolicy(owner.ctx, { preset: "balanced", rules });
}
