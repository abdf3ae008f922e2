import {
  type CallToExecute,
  executeToolCall,
  type GateContext,
  quotaReason,
  settleCancelled,
  settleUndecided,
  settleUnknown,
} from "#lib/gate/index.ts";
import { loadWaitingCalls } from "#lib/runs/load-waiting-calls.ts";
import { parkRun } from "#lib/runs/park-run.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import { FINAL_CALL_STATUSES } from "#lib/runs/states.ts";
import { decisionChunks } from "./call-chunks.ts";
import type { Drive } from "./drive.ts";
import { endCall } from "./end-call.ts";
import { gateContext } from "./gate-context.ts";
import type { QuotaRefusal } from "./judge-calls.ts";
import { stuckWith } from "./repeats.ts";
import { traceWait } from "./trace-run.ts";

/**
 * Brings every call of the last step to its end, one after another in the order asked. `parked`: people must decide first, and the run waits
 * without a process. The turn goes on only when all calls of the step have an answer, and not when a limit refused them or the run is stuck.
 */
export async function settleCalls(drive: Drive): Promise<"parked" | "settled" | { refused: QuotaRefusal } | { stuckWith: string }> {
  const { state, journal, lease } = drive;
  const step = state.run.step - 1;
  const calls = drive.calls.filter((call) => call.step === step);
  if (calls.length === 0) return "settled";
  const open = calls.filter((call) => !isFinal(call));
  if (open.length > 0) {
    const gate = await gateContext(drive);
    if (open.some((call) => call.status === "awaiting-approval") && (await mustWait(drive, open))) {
      if (!drive.signal.aborted && (await journal.write(parkRun(lease, state.run)))) return "parked";
      await refresh(drive, open);
    }
    for (const call of open) {
      // The calls before it may have taken a while, in which somebody who approved this one was removed.
      if (call.approval && call !== open[0]) await refresh(drive, [call]);
      await settle(drive, gate, call);
    }
    journal.append([{ type: "finish-step" }]);
  } else if (journal.fold.parts.at(-1)?.type !== "step-start") {
    journal.append([{ type: "finish-step" }]);
  }
  for (const { ruleId, modelText } of calls) {
    const reason = quotaReason(modelText);
    if (reason !== null) return { refused: { ruleId: ruleId ?? "", reason } };
  }
  const tool = stuckWith(drive.calls);
  return tool === null ? "settled" : { stuckWith: tool };
}

/**
 * What a run leaves open when it ends before its calls had their turn: given up after too many drivers, or without a model. None is left open, and
 * none counts for a limit.
 */
export function abandonCalls(drive: Drive): void {
  for (const call of drive.calls.filter((open) => !isFinal(open))) {
    const mayHaveActed = call.status === "executing" && call.effect !== "read";
    endCall(drive, call, mayHaveActed ? settleUnknown(call.tool, call.effect, call.ruleId) : settleCancelled(call.tool));
  }
}

/** Rows change while a run waits: decisions are read from the database, never from memory. */
async function mustWait(drive: Drive, open: CallRow[]): Promise<boolean> {
  await refresh(drive, open);
  return open.some((call) => call.status === "awaiting-approval");
}

async function refresh(drive: Drive, open: CallRow[]): Promise<void> {
  const rows = await drive.journal.write(loadWaitingCalls(drive.lease));
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const call of open) {
    const row = known.get(call.id);
    if (row) Object.assign(call, { status: row.status, editedInput: row.editedInput, approval: row.approval, ruleId: row.ruleId });
  }
}

async function settle(drive: Drive, gate: GateContext, call: CallRow): Promise<void> {
  const { journal } = drive;
  journal.append(decisionChunks(call));
  if (call.status !== "executing") traceWait(drive, call);
  switch (call.status) {
    case "executing":
      // Its driver died with it in hand. A read is simply made again; anything else may have happened.
      if (call.effect !== "read") return endCall(drive, call, settleUnknown(call.tool, call.effect, call.ruleId));
      break;
    case "denied":
    case "expired":
      return endCall(
        drive,
        call,
        settleUndecided(call.tool, call.effect ?? "irreversible", call.ruleId ?? "", call.status, undecidedReason(call)),
      );
    case "awaiting-approval":
    case "cancelled":
      return endCall(drive, call, settleCancelled(call.tool));
  }
  call.startedAt = new Date();
  await executeToolCall(gate, toExecute(drive, call));
}

function toExecute({ state }: Drive, call: CallRow): CallToExecute {
  const input = call.editedInput ?? call.input;
  const { approval } = call;
  return {
    id: call.id,
    runId: call.runId,
    chatId: state.run.chatId,
    name: call.tool,
    rawArguments: typeof input === "string" ? input : JSON.stringify(input),
    approval:
      approval?.status === "approved"
        ? {
            id: approval.id,
            status: "approved",
            digest: approval.digest,
            policyVersion: approval.policyVersion,
            files: approval.files,
            requirement: approval.requirement,
            votes: approval.votes,
          }
        : null,
  };
}

function undecidedReason({ approval, status }: CallRow): string {
  if (status === "expired") return "Nobody answered in time, so the call was not made. Nobody said no either.";
  const who = approval?.decidedByName ?? "An approver";
  return approval?.reason ? `${who} said no: ${approval.reason}` : `${who} said no.`;
}

function isFinal(call: CallRow): boolean {
  return (FINAL_CALL_STATUSES as readonly string[]).includes(call.status) && call.modelText !== null;
}
