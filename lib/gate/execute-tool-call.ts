import type { TenantContext } from "#lib/context.ts";
import type { CallBegin } from "#lib/runs/begin-call.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { ToolRefusal } from "#lib/tools/outcome.ts";
import type { Authority } from "./authority.ts";
import type { CallToExecute } from "./call-to-execute.ts";
import { consentFor } from "./consent.ts";
import { contentCheck } from "./content-check.ts";
import { evaluateCall, objectionTo } from "./evaluate-call.ts";
import { type Permitted, refuseBy } from "./evaluation.ts";
import { executeWithLimits, prepareWithLimits } from "./execute-with-limits.ts";
import { type SettledCall, settleCancelled, settleExecuted, settleRefused } from "./settled-call.ts";

/** Where calls are executed from, and recorded to. Made by the run engine, and by nothing else. */
export interface GateContext {
  readonly tenant: TenantContext;
  readonly workspace: string;
  /** What its files may take on the disk; null: no limit. */
  readonly workspaceBytes: number | null;
  readonly signal: AbortSignal;
  readonly onOutput?: (call: CallToExecute, text: string) => void;
  /** The caller's rights and the rules, as the database has them now. */
  authority(): Authority | Promise<Authority>;
  /**
   * Makes the intent durable before anything that is not a read: one compare-and-set from `approved` to `executing`, of a call that was permitted to
   * this authority, and one use of the standing approval that let it through. `decide-again` when the authority, or what stands, is another by now;
   * `stopped` when the run was; `taken` when someone else began or closed it.
   */
  begin(call: CallToExecute, permitted: Permitted, authority: Authority): Promise<CallBegin>;
  /** Stores the call's row, its audit entry and the run's event in one transaction. */
  record(call: CallToExecute, settled: SettledCall): void | Promise<void>;
}

/**
 * THE GATE. The one way to act, for every entry point: find, parse, validate, authorize, approve, execute, normalize, record.
 *
 * Whatever was decided when the call was proposed is decided again here, from what the database says now: an approval does not outlive a
 * new deny, a removed member, a changed argument or a changed script. Always returns a settled call with words for the model; throws only when
 * recording fails, and then nothing more may be done by this driver.
 */
export async function executeToolCall(context: GateContext, call: CallToExecute): Promise<SettledCall> {
  const settled = await attempt(context, call);
  await context.record(call, settled);
  return settled;
}

async function attempt(context: GateContext, call: CallToExecute): Promise<SettledCall> {
  for (;;) {
    const settled = await attemptOnce(context, call);
    if (settled) return settled;
  }
}

/** Null: the member's rights or the rules were changed between the decision and the beginning, so it is decided again. */
async function attemptOnce(context: GateContext, call: CallToExecute): Promise<SettledCall | null> {
  if (context.signal.aborted) return settleCancelled(call.name);
  const rights = await context.authority();
  // People were asked about this very call: their answer counts, and no standing one is used up.
  const authority = call.approval ? { ...rights, grants: [] } : rights;
  const evaluation = await evaluateCall(authority, call);
  if (evaluation.verdict === "refuse") return settleRefused(evaluation);
  const consent = consentFor(authority, evaluation, call.approval);
  if (consent) return settleRefused(consent);
  const toolContext: ToolContext = {
    tenant: context.tenant,
    runId: call.runId,
    chatId: call.chatId,
    callId: call.id,
    entryPoint: authority.entryPoint,
    workspace: context.workspace,
    workspaceBytes: context.workspaceBytes,
    signal: context.signal,
    objectionTo: (input) => objectionTo(authority, evaluation, input),
    onOutput: context.onOutput && ((text) => context.onOutput?.(call, text)),
  };
  const prepared = await prepareWithLimits(evaluation, toolContext);
  if (context.signal.aborted) return settleCancelled(evaluation.tool, evaluation);
  if ("error" in prepared) {
    const { error } = prepared;
    return error instanceof ToolRefusal
      ? settleRefused(refuseBy(error, evaluation.tool, evaluation.input))
      : settleExecuted(evaluation, prepared);
  }
  const contentNow = contentCheck(evaluation, call, context.workspace);
  const isChanged = await contentNow();
  if (isChanged) return settleRefused(isChanged);
  // A read changes nothing, so its intent need not be durable first: it is recorded with its result. What a standing approval lets through uses it up.
  const isNoted = evaluation.effect !== "read" || evaluation.standing !== null;
  const begun = isNoted ? await context.begin(call, evaluation, authority) : "begun";
  if (begun === "decide-again") return null;
  if (begun !== "begun") return settleCancelled(evaluation.tool, evaluation);
  const isChangedSince = isNoted ? await contentNow() : null;
  if (context.signal.aborted) return settleCancelled(evaluation.tool, evaluation);
  if (isChangedSince) return settleRefused(isChangedSince);
  return settleExecuted(evaluation, await executeWithLimits(evaluation, toolContext, prepared.result));
}
