import { LeaseLost } from "#lib/events/lease-lost.ts";
import type { RunId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { type ClaimedRun, claimRun } from "#lib/runs/claim-run.ts";
import { finishRun, type RunEnd } from "#lib/runs/finish-run.ts";
import { noteReading } from "#lib/runs/note-reading.ts";
import { releaseRun } from "#lib/runs/park-run.ts";
import { currentModel } from "./current-model.ts";
import { Drive, type StopCause } from "./drive.ts";
import { keepOpenStep } from "./keep-open-step.ts";
import { endWordsChunks, lastChunks } from "./last-chunks.ts";
import { limitEnd, quotaEnd, stuckEnd } from "./limit-ends.ts";
import { modelStep } from "./model-step.ts";
import { type ModelChoice, ModelConfigurationError, relayModel } from "./models/index.ts";
import { abandonCalls, settleCalls } from "./settle-calls.ts";
import { summarizeChat } from "./summarize-chat.ts";
import { traceRun } from "./trace-run.ts";

/** A run whose drivers keep dying is given up: something in it kills them. */
const MAX_INTERRUPTIONS = 5;

/**
 * Drives a run from wherever it stands until it ends, waits for a person, or must be let go. The stored conversation is its only memory, so
 * web, worker and a restarted process all call this. Never throws: what goes wrong is recorded with the run, or left to the next driver
 * when the database cannot be reached. Goes on with the chat's next message when one was queued.
 * @param onDriven called when this driver has done with the run itself, before that
 */
export async function runAgent(claimed: ClaimedRun, onDriven?: () => void): Promise<void> {
  let current: ClaimedRun | null = claimed;
  while (current) {
    const next: RunId | null = await driveOne(current);
    if (current === claimed) onDriven?.();
    current = next ? await claimRun(current.lease.tenantId, next) : null;
  }
}

/** @returns the chat's next run, when this one ended and another was queued */
async function driveOne(claimed: ClaimedRun): Promise<RunId | null> {
  // Before anything is waited for: whoever asks for the run's events from now on finds them here.
  const drive = new Drive(claimed);
  try {
    const model = await modelOf(drive);
    const end = await loop(drive, model);
    if (!end) return null;
    const next = await finish(drive, end);
    if (end.status === "succeeded") void summarizeChat(drive, model);
    return next;
  } catch (error) {
    if (drive.stopCause === "lease-lost") return letGo(drive, error);
    if (error instanceof ModelConfigurationError) {
      return await finish(drive, { status: "failed", stopReason: "model_error", error: error.message }).catch(() => null);
    }
    log.error("run-failed", { runId: drive.lease.runId, error });
    return await finish(drive, {
      status: "failed",
      stopReason: "interrupted",
      error: "Something failed on the server. Its log has the details.",
    }).catch(() => null);
  } finally {
    drive.end();
  }
}

/** Who answers: the model of the agent, or the configured one; for a call that an MCP client makes that client, which made it already. */
function modelOf({ state }: Drive): ModelChoice | Promise<ModelChoice> {
  if (state.run.trigger === "mcp") return relayModel();
  return currentModel(state.agent?.settings?.model);
}

/** Another process drives the run, or the database cannot be written: the next driver starts from what is stored. */
function letGo({ journal, lease }: Drive, error: unknown): null {
  const cause = journal.signal.reason ?? error;
  if (cause instanceof LeaseLost) log.info("run-lease-lost", { runId: lease.runId });
  else log.error("run-write-failed", { runId: lease.runId, error: cause });
  return null;
}

/** The rounds. Null: the run waits, or is another's now. */
async function loop(drive: Drive, model: ModelChoice): Promise<RunEnd | null> {
  const { run } = drive.state;
  begin(drive, model);
  const off = offAtFirst(drive);
  if (off !== null) return { status: "failed", stopReason: "interrupted", error: off };
  if (run.interruptions > MAX_INTERRUPTIONS) {
    return { status: "failed", stopReason: "interrupted", error: `The run was interrupted ${run.interruptions} times and was given up.` };
  }
  for (;;) {
    const settled = await settleCalls(drive);
    if (settled === "parked") return null;
    if (drive.stopCause) return stop(drive, drive.stopCause);
    if (settled !== "settled") return "refused" in settled ? quotaEnd(settled.refused, drive.maxIterations) : stuckEnd(settled.stuckWith);
    // After the last round the model is asked once more: for its words. Calls that it makes instead are refused.
    const step = await modelStep(drive, model);
    if (step === "stopped") return drive.stopCause && stop(drive, drive.stopCause);
    if (step !== "calls") return step;
  }
}

/** Why a run that has said nothing yet says nothing: its agent was switched off while it waited, or for as long as its schedule goes on. */
function offAtFirst({ state: { run, agent } }: Drive): string | null {
  if (!agent || run.step > 0) return null;
  if (agent.settings === null)
    return `The settings of the agent ${agent.bounds.name} cannot be read. An owner or admin can save them anew.`;
  return agent.bounds.off;
}

/** A first driver says who answers; a later one takes back a step that died before it was stored, or keeps what it said when the run is to stop. */
function begin(drive: Drive, model: ModelChoice): void {
  const { run, chunks, agent } = drive.state;
  noteWebhook(drive);
  if (chunks.length === 0) {
    const { id: runId, isDryRun } = run;
    const about = { runId, model: model.label, isDemo: model.isDemo, createdAt: run.createdAt.toISOString() };
    const messageMetadata = { ...about, ...(agent && { agentName: agent.bounds.name }), ...(isDryRun && { isDryRun }) };
    drive.journal.append([{ type: "start", messageId: run.assistantMessageId, messageMetadata }]);
  } else if (drive.openStep && !(drive.stopCause === "cancel" && keepOpenStep(drive, model))) {
    drive.journal.append([{ type: "reset-step" }]);
  }
}

/** What a webhook was sent stands in the run's own message: it is read before anything is done. */
function noteWebhook({ lease, state, journal }: Drive): void {
  if (state.run.trigger !== "webhook") return;
  const note = noteReading(lease, state, { webhook: [state.run.scheduleId ?? state.run.id] });
  if (note) journal.writeBehind(note);
}

/** What becomes of a run whose driver was told to stop: its end, or null, when the next driver goes on with it. On shutdown it is handed over here. */
async function stop(drive: Drive, cause: StopCause): Promise<RunEnd | null> {
  switch (cause) {
    case "cancel":
      return { status: "cancelled", stopReason: "cancelled", error: null };
    case "timeout":
      return limitEnd({
        limit: "activeMsPerRun",
        allowed: drive.journal.rights.allowance.limits.activeMsPerRun ?? 0,
        used: drive.journal.activeMs,
        asked: 0,
      });
    case "shutdown":
      await drive.journal.write(releaseRun(drive.lease));
      return null;
    case "lease-lost":
      return null;
  }
}

/** @returns the chat's next run, which waits for a driver now */
async function finish(drive: Drive, end: RunEnd): Promise<RunId | null> {
  const { journal, state, lease } = drive;
  abandonCalls(drive);
  if (end.words) journal.append(endWordsChunks(state.run, end.words));
  const next = await journal.writeLast(lastChunks(state.run, end), finishRun(lease, state.run, journal.fold, end));
  traceRun(drive, end);
  return next;
}
