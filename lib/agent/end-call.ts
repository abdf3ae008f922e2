import { together } from "#db/together.ts";
import type { SettledCall } from "#lib/gate/index.ts";
import { hasDailyLimit } from "#lib/limits/limits.ts";
import { returnCall } from "#lib/limits/spend.ts";
import { noteReading } from "#lib/runs/note-reading.ts";
import { recordCallEnd } from "#lib/runs/record-call-end.ts";
import type { Write } from "#lib/runs/run-journal.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import { settledChunks } from "./call-chunks.ts";
import type { Drive } from "./drive.ts";
import { withRepeatNote } from "./repeats.ts";
import { traceCall } from "./trace-run.ts";

/** How much of changed arguments the model is told. */
const MAX_EDIT_CHARS = 2_000;

/** Tells the readers and writes the record behind; the next step is stored after it, so the order holds. */
export function endCall(drive: Drive, call: CallRow, settled: SettledCall): void {
  const { journal, lease } = drive;
  const noted = withEditNote(call, withRepeatNote(drive.calls, call, settled));
  call.status = noted.status;
  call.modelText = noted.modelText;
  journal.append(settledChunks(call, noted));
  journal.writeBehind(recorded(drive, call, noted));
  traceCall(drive, call, noted, call.startedAt ?? new Date());
  if (!noted.outcome.executed && hasDailyLimit(journal.rights.allowance.limits)) {
    journal.writeBehind((sql) => returnCall(sql, lease, call.createdAt));
  }
}

/** The call's end, and in the same transaction what the model reads of it from outside, when the chat has not read there before. */
function recorded({ lease, state }: Drive, call: CallRow, settled: SettledCall): Write<unknown> {
  const end = recordCallEnd(lease, state, call, { ...settled, readBefore: state.readFrom });
  const note = noteReading(lease, state, settled.readFrom);
  return note ? (sql) => together([end(sql), note(sql)]) : end;
}

/** The conversation holds the arguments as they were asked; the model learns what ran instead, or it would ask for the old ones again. */
function withEditNote(call: CallRow, settled: SettledCall): SettledCall {
  if (call.editedInput === null || !settled.outcome.executed) return settled;
  const who = call.approval?.decidedByName ?? "An approver";
  const edited = JSON.stringify(call.editedInput);
  const shown =
    edited.length > MAX_EDIT_CHARS ? `${edited.slice(0, MAX_EDIT_CHARS).toWellFormed()}… (${edited.length} characters)` : edited;
  return { ...settled, modelText: `${settled.modelText}\n[${who} changed the arguments before this ran. It ran with: ${shown}]` };
}
