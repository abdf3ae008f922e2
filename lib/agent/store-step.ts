import { together } from "#db/together.ts";
import { hasDailyLimit } from "#lib/limits/limits.ts";
import { spend } from "#lib/limits/spend.ts";
import { type Cost, costOf } from "#lib/prices/cost.ts";
import { priceOf } from "#lib/prices/model-price.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import { insertStep } from "#lib/runs/insert-step.ts";
import { recordCallEnd } from "#lib/runs/record-call-end.ts";
import type { Usage } from "#lib/runs/states.ts";
import { addStep, rowOf, type StepAnswer } from "./add-step.ts";
import { proposalChunks } from "./call-chunks.ts";
import type { Drive } from "./drive.ts";
import { judgeCalls } from "./judge-calls.ts";
import { type ModelChoice, type PartialStep, type StepCall, type StepResult, WITHOUT_END } from "./models/index.ts";
import { shareOut } from "./share-out.ts";
import { traceCall } from "./trace-run.ts";

/** Puts what a step asked for before the gate, and stores the step with all its calls and what became of them: all of it, or nothing. */
export async function storeCalls(drive: Drive, model: ModelChoice, result: StepResult): Promise<"calls"> {
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
      together([insertStep(lease, run, record)(sql), ...refused.map(({ row, refusal }) => recordCallEnd(lease, state, row, refusal)(sql))]);
  });
  return "calls";
}

/** Stores a step that asks for nothing more: the run's end. */
export async function storeAnswer(drive: Drive, model: ModelChoice, result: StepResult): Promise<RunEnd> {
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
  const { limits } = journal.rights.allowance;
  if (hasDailyLimit(limits)) journal.writeBehind((sql) => spend(sql, lease, limits, { calls: 0, tokens, microUsd }));
}

/** At the prices of the last transaction. */
function costOfStep({ journal }: Drive, model: ModelChoice, usage: Usage): Cost {
  return costOf(priceOf(journal.rights.allowance.prices, model.id), usage);
}

function answerOf({ assistantMessage, finishReason, usage }: StepResult, cost: Cost): StepAnswer {
  return { message: assistantMessage, finishReason: finishReason.unified, usage, cost };
}

function cutReason(call: StepCall): string | undefined {
  if (call.isProviderExecuted)
    return "The provider says that it ran this call itself. Only this server's tools may act, so the call is refused.";
  return call.isDispatchable
    ? undefined
    : "The model's answer was cut before this call was complete, so its arguments cannot be trusted. Make the call again, shorter.";
}
