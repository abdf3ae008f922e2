import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { together } from "#db/together.ts";
import { advertisedTools } from "#lib/gate/index.ts";
import { hasDailyLimit, limitsMoney } from "#lib/limits/limits.ts";
import { dayReached, stepReached } from "#lib/limits/reached-limit.ts";
import { spend } from "#lib/limits/spend.ts";
import { addCosts, type Cost, costOf } from "#lib/prices/cost.ts";
import { priceOf } from "#lib/prices/model-price.ts";
import { toUsd } from "#lib/prices/usd.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import { insertStep, type RecordedCall, type StepRecord } from "#lib/runs/insert-step.ts";
import type { CallRow } from "#lib/runs/load-run-state.ts";
import { recordCallEnd } from "#lib/runs/record-call.ts";
import type { Usage } from "#lib/runs/states.ts";
import { proposalChunks } from "./call-chunks.ts";
import { composeSteps, systemOf } from "./compose-prompt.ts";
import type { Drive } from "./drive.ts";
import { judgeCalls } from "./judge-calls.ts";
import { limitEnd, unpricedEnd } from "./limit-ends.ts";
import {
  estimateInputTokens,
  type ModelChoice,
  type PartialStep,
  StepAborted,
  type StepCall,
  StepError,
  type StepResult,
  type StepTool,
  streamStep,
  WITHOUT_END,
} from "./models/index.ts";
import { type SharedProposal, shareOut } from "./share-out.ts";
import { shortenQuestion } from "./shorten-question.ts";
import { traceCall, traceStep } from "./trace-run.ts";

/**
 * Asks the model once and stores its answer with every call that it made, judged. The SDK's providers stream and convert; they execute
 * nothing. Returns `calls` when the loop must go on, `stopped` when this driver was told to, or the run's end. A limit that leaves no room for the
 * question ends the run before the model is asked.
 */
export async function modelStep(drive: Drive, model: ModelChoice): Promise<"calls" | "stopped" | RunEnd> {
  const { journal, state } = drive;
  const { prices, limits } = journal.allowance;
  if (limitsMoney(limits) && !priceOf(prices, model.id)) return unpricedEnd(model.id);
  const question = {
    system: systemOf(state),
    messages: [...drive.history, ...composeSteps(state, drive.maxResultChars)],
    tools: await toolsFor(drive),
  };
  const reached = limitBefore(drive, model, question);
  if (reached) return limitEnd(reached);
  if (!drive.openStep) journal.append([{ type: "start-step" }]);
  const askedAt = new Date();
  let calls = 0;
  let result: StepResult;
  try {
    result = await streamStep(
      model,
      {
        ...question,
        temperature: state.agent?.settings?.temperature ?? null,
        signal: drive.modelSignal,
        newToolCallId: () => {
          calls += 1;
          return `call_${state.run.id.slice(-8)}_${state.run.step}_${calls}`;
        },
        onRetry: ({ waitMs, reason }) =>
          journal.append([
            { type: "data-notice", data: { text: `${reason} Trying again in ${Math.ceil(waitMs / 1000)} s.` }, transient: true },
          ]),
      },
      (chunks) => journal.append(chunks),
    );
  } catch (error) {
    if (!(error instanceof StepError || error instanceof StepAborted)) throw error;
    traceStep(drive, model, askedAt, error);
    if (isTooLong(error) && shortenQuestion(drive)) return askShorter(drive, model);
    return brokenStep(drive, model, error);
  }
  traceStep(drive, model, askedAt, result);
  for (const { message } of result.warnings.filter(({ code }) => code === "input_truncated"))
    journal.append([{ type: "data-warning", data: { text: message } }]);
  if (result.calls.length > 0) return storeCalls(drive, model, result);
  return storeAnswer(drive, model, result);
}

/** Some servers say so in the middle of an answer, when the answer no longer fits. What had been said is kept then, and never said twice. */
function isTooLong(error: StepError | StepAborted): boolean {
  return error instanceof StepError && error.code === "context_too_long" && error.partial.isEmpty;
}

/** The server took nothing of the question that was too long for it, so it can simply be asked again. */
function askShorter(drive: Drive, model: ModelChoice): ReturnType<typeof modelStep> {
  drive.questionTokens = undefined;
  const text = "This chat is too long for the model. It reads the latest part of it.";
  drive.journal.append([{ type: "data-warning", id: "too-long", data: { text } }]);
  return modelStep(drive, model);
}

/** A run that is about to begin also finds that no call is left for today. Later steps meet that when they ask for one. */
function limitBefore(
  drive: Drive,
  model: ModelChoice,
  question: { system: string; messages: LanguageModelV4Message[]; tools: StepTool[] },
) {
  const { journal, state } = drive;
  const { run } = state;
  // What the last question cost is known, and the next one is no shorter.
  drive.questionTokens ??= isAsked(model)
    ? estimateInputTokens([{ role: "system", content: question.system }, ...question.messages], question.tools)
    : 0;
  const used = { tokens: run.usage.totalTokens, usd: toUsd(run.cost.microUsd), activeMs: journal.activeMs };
  const asked = { tokens: drive.questionTokens, usd: toUsd(questionCost(drive, model, drive.questionTokens)) };
  return (run.step === 0 ? dayReached(journal.allowance) : null) ?? stepReached(journal.allowance, used, asked);
}

/** A client that calls tools by itself reads no question. */
function isAsked({ provider }: ModelChoice): boolean {
  return provider !== "relay";
}

/** What the question of the next step will cost, before the model says a word. */
function questionCost({ journal }: Drive, model: ModelChoice, inputTokens: number): number {
  return costOf(priceOf(journal.allowance.prices, model.id), { inputTokens, outputTokens: 0, totalTokens: inputTokens }).microUsd;
}

async function toolsFor(drive: Drive): Promise<StepTool[]> {
  return advertisedTools(await drive.authority()).map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
  }));
}

async function storeCalls(drive: Drive, model: ModelChoice, result: StepResult): Promise<"calls"> {
  const { journal, state, lease } = drive;
  const { run } = state;
  const requested = result.calls.map((call) => ({ ...call, ...(cutReason(call) && { cutReason: cutReason(call) }) }));
  const judgedAt = new Date();
  const cost = costOfStep(drive, model, result.usage);
  const spent = { tokens: result.usage.totalTokens, microUsd: cost.microUsd };
  await judgeCalls(drive, requested, spent, (proposals) => {
    const shared = shareOut(proposals, spent);
    const calls = shared.map(({ call }) => call);
    const record = addStep(drive, model, answerOf(result, cost), calls);
    const judged = shared.map((proposal) => ({ ...proposal, row: rowOf(drive, record, proposal) }));
    state.calls.push(...judged.map(({ row }) => row));
    const refused = judged.flatMap(({ row, refusal }) => (refusal ? [{ row, refusal }] : []));
    for (const { row, refusal } of refused) traceCall(drive, row, refusal, judgedAt);
    run.iterations = record.totals.iterations;
    journal.append(proposals.flatMap(proposalChunks));
    // Mostly written behind: what follows must not act in the world before a write of its own is durable, and that one comes after this.
    return (sql) =>
      together([insertStep(lease, run, record)(sql), ...refused.map(({ row, refusal }) => recordCallEnd(lease, run, row, refusal)(sql))]);
  });
  return "calls";
}

async function storeAnswer(drive: Drive, model: ModelChoice, result: StepResult): Promise<RunEnd> {
  const { journal, lease, state } = drive;
  journal.append([{ type: "finish-step" }]);
  const cost = costOfStep(drive, model, result.usage);
  count(drive, result.usage, cost);
  const record = addStep(drive, model, answerOf(result, cost), []);
  if (result.assistantMessage) journal.writeBehind(insertStep(lease, state.run, record));
  if (result.cut) return { status: "failed", stopReason: "truncated", error: cutWords(result) };
  if (result.empty) return { status: "failed", stopReason: "model_error", error: "The model returned nothing. Try again." };
  return { status: "succeeded", stopReason: "final_message", error: null };
}

function cutWords({ finishReason, text }: StepResult): string {
  if (finishReason.raw === WITHOUT_END) return "The model went on without an end, so its answer was stopped.";
  if (finishReason.unified === "length") return "The answer was cut at the model's output limit.";
  if (text.trim() === "") return "The model's provider held its answer back: its content filter does not allow it.";
  return "The model's provider ended the answer here: its content filter does not allow more.";
}

/** Nothing of it runs. A driver that only lets go leaves it to the next. */
function brokenStep(drive: Drive, model: ModelChoice, error: StepError | StepAborted): "stopped" | RunEnd {
  const isStopped = error instanceof StepAborted;
  if (isStopped && drive.stopCause !== "cancel" && drive.stopCause !== "timeout") return "stopped";
  storePartial(drive, model, error.partial, isStopped ? "stopped" : "error");
  return isStopped ? "stopped" : { status: "failed", stopReason: "model_error", error: error.message };
}

/** What had been said before a step broke off is kept, for people and for the next turn. */
export function storePartial(
  drive: Drive,
  model: ModelChoice,
  { assistantMessage, usage }: Pick<PartialStep, "assistantMessage" | "usage">,
  finishReason: "stopped" | "error",
): void {
  const { journal, state, lease } = drive;
  journal.append([{ type: "finish-step" }]);
  const cost = costOfStep(drive, model, usage);
  count(drive, usage, cost);
  const record = addStep(drive, model, { message: assistantMessage, finishReason, usage, cost }, []);
  if (assistantMessage) journal.writeBehind(insertStep(lease, state.run, record));
}

/** On the day, of a step that asks for nothing. */
function count({ journal, lease }: Drive, { totalTokens: tokens }: Usage, { microUsd }: Cost): void {
  const { limits } = journal.allowance;
  if (hasDailyLimit(limits)) journal.writeBehind((sql) => spend(sql, lease, limits, { calls: 0, tokens, microUsd }));
}

/** At the prices of the last transaction. */
function costOfStep({ journal }: Drive, model: ModelChoice, usage: Usage): Cost {
  return costOf(priceOf(journal.allowance.prices, model.id), usage);
}

/** What a step was, as it is stored. */
interface StepAnswer extends Pick<StepRecord, "finishReason" | "usage"> {
  cost: Cost;
  /** Null: the model said nothing. */
  message: LanguageModelV4Message | null;
}

function answerOf({ assistantMessage, finishReason, usage }: StepResult, cost: Cost): StepAnswer {
  return { message: assistantMessage, finishReason: finishReason.unified, usage, cost };
}

/** Adds a step to the state in memory, and gives what is to be stored of it. */
function addStep(drive: Drive, model: ModelChoice, { message, finishReason, usage, cost }: StepAnswer, calls: RecordedCall[]): StepRecord {
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

function cutReason(call: StepCall): string | undefined {
  if (call.isProviderExecuted)
    return "The provider says that it ran this call itself. Only this server's tools may act, so the call is refused.";
  return call.isDispatchable
    ? undefined
    : "The model's answer was cut before this call was complete, so its arguments cannot be trusted. Make the call again, shorter.";
}

/** The row as the database will hold it: what a later driver would load. */
function rowOf({ state }: Drive, { step, createdAt }: StepRecord, { call, refusal }: SharedProposal): CallRow {
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
      reason: null,
      decidedBy: null,
      decidedByName: null,
      decidedAt: null,
      requirement: call.request.requirement,
      votes: [],
    },
  };
}
