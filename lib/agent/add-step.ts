import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { addCosts, type Cost } from "#lib/prices/cost.ts";
import type { RecordedCall, StepRecord } from "#lib/runs/insert-step.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import type { Usage } from "#lib/runs/states.ts";
import type { Drive } from "./drive.ts";
import type { ModelChoice } from "./models/index.ts";
import type { SharedProposal } from "./share-out.ts";

/** What a step was, as it is stored. */
export interface StepAnswer extends Pick<StepRecord, "finishReason" | "usage"> {
  cost: Cost;
  /** Null: the model said nothing. */
  message: LanguageModelV4Message | null;
}

/** Adds a step to the state in memory, and gives what is to be stored of it. */
export function addStep(
  drive: Drive,
  model: ModelChoice,
  { message, finishReason, usage, cost }: StepAnswer,
  calls: RecordedCall[],
): StepRecord {
  const { state } = drive;
  const { run } = state;
  const step = run.step;
  drive.questionTokens = usage.inputTokens;
  const stored: LanguageModelV4Message = message ?? { role: "assistant", content: [] };
  run.usage = sum(run.usage, usage);
  run.cost = addCosts(run.cost, cost);
  if (message) {
    run.step = step + 1;
    state.steps.push({ runId: run.id, step, message: stored });
  }
  // A round that was refused for being one too many is not one of the rounds that were made.
  const iterations = calls.length > 0 ? Math.min(run.iterations + 1, drive.maxIterations) : run.iterations;
  const totals = { iterations, usage: run.usage, cost: run.cost };
  return {
    step,
    createdAt: new Date(),
    message: stored,
    finishReason,
    usage,
    totals,
    model: model.id,
    readBefore: state.readFrom,
    calls,
  };
}

function sum(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    totalTokens: left.totalTokens + right.totalTokens,
    ...((left.estimated || right.estimated) && { estimated: true }),
  };
}

/** The row as the database will hold it: what a later driver would load. */
export function rowOf({ state }: Drive, { step, createdAt }: StepRecord, { call, refusal }: SharedProposal): CallRow {
  return {
    id: call.id,
    runId: state.run.id,
    toolCallId: call.toolCallId,
    step,
    position: call.position,
    tool: call.tool,
    effect: call.effect,
    input: call.input,
    editedInput: null,
    status: refusal?.status ?? call.status,
    ruleId: call.ruleId,
    modelText: refusal?.modelText ?? null,
    tokens: call.tokens,
    microUsd: call.microUsd,
    createdAt,
    startedAt: null,
    approval: call.request && {
      id: call.request.id,
      status: "pending",
      digest: call.request.digest,
      policyVersion: call.policyVersion,
      files: call.request.files,
      reason: null,
      decidedBy: null,
      decidedByName: null,
      decidedAt: null,
      requirement: call.request.requirement,
      votes: [],
    },
  };
}
