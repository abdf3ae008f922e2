import { limitsMoney } from "#lib/limits/limits.ts";
import { priceOf } from "#lib/prices/model-price.ts";
import type { RunEnd } from "#lib/runs/finish-run.ts";
import { composeQuestion, tellShortened } from "./compose-question.ts";
import type { Drive } from "./drive.ts";
import { limitEnd, unpricedEnd } from "./limit-ends.ts";
import { type ModelChoice, StepAborted, StepError, type StepResult, streamStep } from "./models/index.ts";
import { questionLimit } from "./question-limit.ts";
import { shortenQuestion } from "./shorten-question.ts";
import { storeAnswer, storeCalls, storePartial } from "./store-step.ts";
import { traceStep } from "./trace-run.ts";

/**
 * Asks the model once and stores its answer with every call that it made, judged. The SDK's providers stream and convert; they execute
 * nothing. Returns `calls` when the loop must go on, `stopped` when this driver was told to, or the run's end. A limit that leaves no room for the
 * question ends the run before the model is asked.
 */
export async function modelStep(drive: Drive, model: ModelChoice): Promise<"calls" | "stopped" | RunEnd> {
  const { journal, state } = drive;
  const { prices, limits } = journal.rights.allowance;
  if (limitsMoney(limits) && !priceOf(prices, model.id)) return unpricedEnd(model.id);
  const question = await composeQuestion(drive, model);
  const reached = questionLimit(drive, model, question);
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
  for (const { code, message } of result.warnings.filter(({ code }) => code !== "provider"))
    journal.append([{ type: "data-warning", id: code, data: { text: message } }]);
  if (result.calls.length > 0) return storeCalls(drive, model, result);
  return storeAnswer(drive, model, result);
}

/** Some servers say so in the middle of an answer, when the answer no longer fits. What had been said is kept then, and never said twice. */
function isTooLong(error: StepError | StepAborted): boolean {
  return error instanceof StepError && error.code === "context_too_long" && error.partial.isEmpty;
}

/** The server took nothing of the question that was too long for it, so it can simply be asked again. */
function askShorter(drive: Drive, model: ModelChoice): ReturnType<typeof modelStep> {
  tellShortened(drive);
  return modelStep(drive, model);
}

/** Nothing of it runs. A driver that only lets go leaves it to the next. */
function brokenStep(drive: Drive, model: ModelChoice, error: StepError | StepAborted): "stopped" | RunEnd {
  const isStopped = error instanceof StepAborted;
  if (isStopped && drive.stopCause !== "cancel" && drive.stopCause !== "timeout") return "stopped";
  storePartial(drive, model, error.partial, isStopped ? "stopped" : "error");
  return isStopped ? "stopped" : { status: "failed", stopReason: "model_error", error: error.message };
}
