import { knownName, type SettledCall } from "#lib/gate/index.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import type { Usage } from "#lib/runs/states.ts";
import { recordSpan } from "#lib/tracing/tracing.ts";
import type { Drive } from "./drive.ts";
import { type ModelChoice, StepAborted, StepError, type StepResult } from "./models/index.ts";

/** Of OpenTelemetry's conventions: a value that is none of the known ones. Names of tools that there are not are the model's words. */
const OTHER = "_OTHER";

/**
 * The run itself, once it has ended, by whoever ended it; everything else hangs below it. Names and facts of all four follow OpenTelemetry's
 * conventions for generative AI where these have one, and are `countersign.…` elsewhere.
 */
export function traceRun({ lease, state }: Drive, end: RunEnd): void {
  recordSpan(() => {
    const { run } = state;
    return {
      trace: run.id,
      id: run.id,
      name: "invoke_agent",
      kind: "internal",
      startedAt: run.createdAt,
      endedAt: new Date(),
      facts: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.conversation.id": run.chatId,
        "gen_ai.agent.id": state.agent?.bounds.id,
        "gen_ai.agent.name": state.agent?.bounds.name,
        ...usageFacts(run.usage),
        "countersign.tenant.id": lease.tenantId,
        "countersign.run.id": run.id,
        "countersign.run.trigger": run.trigger,
        "countersign.run.status": end.status,
        "countersign.run.stop_reason": end.stopReason,
        "countersign.run.iterations": run.iterations,
        "countersign.run.is_dry_run": run.isDryRun || null,
        "countersign.schedule.id": run.scheduleId,
      },
      errorType: end.status === "failed" ? end.stopReason : null,
    };
  });
}

/** One question to the model, with its attempts. Call it before the answer is added to the run. */
export function traceStep(
  { lease, state, stopCause }: Drive,
  model: ModelChoice,
  askedAt: Date,
  outcome: StepResult | StepError | StepAborted,
): void {
  recordSpan(() => {
    const { run } = state;
    const isBroken = outcome instanceof StepError || outcome instanceof StepAborted;
    const name = model.languageModel.modelId;
    return {
      trace: run.id,
      name: `chat ${name}`,
      kind: "client",
      startedAt: askedAt,
      endedAt: new Date(),
      facts: {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": model.provider,
        "gen_ai.request.model": name,
        "gen_ai.conversation.id": run.chatId,
        "gen_ai.response.finish_reasons": isBroken ? null : [outcome.finishReason.unified],
        ...usageFacts(isBroken ? outcome.partial.usage : outcome.usage),
        "countersign.tenant.id": lease.tenantId,
        "countersign.run.step": run.step,
      },
      errorType: outcome instanceof StepError ? outcome.code : outcome instanceof StepAborted ? (stopCause ?? "stopped") : null,
    };
  });
}

/** One call, once it is settled, whether or not it ran. */
export function traceCall(drive: Drive, call: CallRow, { status, kind, ruleId, effect, outcome }: SettledCall, startedAt: Date): void {
  recordSpan(() => {
    const tool = toolName(drive, call);
    return {
      trace: call.runId,
      id: call.id,
      name: `execute_tool ${tool}`,
      kind: "internal",
      startedAt,
      endedAt: new Date(),
      facts: {
        "gen_ai.operation.name": "execute_tool",
        ...callFacts(drive, call),
        "countersign.call.effect": effect ?? call.effect,
        "countersign.call.verdict": verdictOf(call, status),
        "countersign.call.rule_id": ruleId ?? call.ruleId,
        "countersign.call.kind": kind,
        "countersign.call.status": status,
        "countersign.call.executed": outcome.executed,
        "countersign.approval.id": call.approval?.id,
      },
      errorType: status === "failed" || status === "unknown" ? (outcome.errorCode ?? status) : null,
    };
  });
}

/** How long a call waited for people, from the moment it was asked for. A run that nobody drives meanwhile is told of by its next driver. */
export function traceWait(drive: Drive, call: CallRow): void {
  const { approval } = call;
  if (!approval) return;
  recordSpan(() => ({
    trace: call.runId,
    id: approval.id,
    name: "wait_for_approval",
    kind: "internal",
    startedAt: call.createdAt,
    endedAt: approval.decidedAt ? new Date(approval.decidedAt) : new Date(),
    facts: {
      ...callFacts(drive, call),
      "countersign.approval.id": approval.id,
      // Only Stop settles a call whose request is open.
      "countersign.approval.status": approval.status === "pending" ? "cancelled" : approval.status,
    },
  }));
}

function toolName({ journal }: Drive, { tool }: CallRow): string {
  return knownName(tool, journal.rights.serverTools) ?? OTHER;
}

function callFacts(drive: Drive, call: CallRow) {
  return {
    "gen_ai.tool.name": toolName(drive, call),
    "gen_ai.tool.call.id": call.toolCallId,
    "countersign.tenant.id": drive.lease.tenantId,
    "countersign.call.id": call.id,
  };
}

function usageFacts({ inputTokens, outputTokens, estimated }: Usage) {
  return {
    "gen_ai.usage.input_tokens": inputTokens,
    "gen_ai.usage.output_tokens": outputTokens,
    "countersign.usage.is_estimated": estimated || null,
  };
}

/** What the rules said of it at last: a call that people agreed to may be refused when its turn comes. */
function verdictOf({ approval }: CallRow, status: SettledCall["status"]): "allow" | "ask" | "refuse" {
  if (status === "refused") return "refuse";
  return approval ? "ask" : "allow";
}
