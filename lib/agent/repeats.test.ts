import { expect, it } from "vitest";
import { newId, type RunId, type ToolCallId } from "#lib/ids.ts";
import type { CallRow } from "#lib/runs/run-state.ts";
import { stuckWith } from "./repeats.ts";

const runId = newId<RunId>();

function call(step: number, changes: Partial<CallRow> = {}): CallRow {
  return {
    id: newId<ToolCallId>(),
    runId,
    toolCallId: `call_${step}`,
    step,
    position: 0,
    tool: "file_system",
    effect: "read",
    input: { action: "read", path: "a.txt" },
    editedInput: null,
    status: "failed",
    ruleId: "reads-allow",
    modelText: `ERROR [not_found]: There is no a.txt.${step >= 4 ? `\n[This is call ${step + 1} of the same tool with the same arguments in this run. Repeating it will not change the answer.]` : ""}`,
    tokens: 0,
    microUsd: 0,
    createdAt: new Date(),
    startedAt: null,
    approval: null,
    ...changes,
  };
}
const rounds = (count: number, of: (step: number) => CallRow[] = (step) => [call(step)]) =>
  Array.from({ length: count }, (_, step) => of(step)).flat();

it("a run is stuck after eight rounds of the same call that failed in the same words, whatever the note says", () => {
  expect(stuckWith(rounds(7))).toBeNull();
  expect(stuckWith(rounds(8))).toBe("file_system");
  expect(stuckWith([call(0, { tool: "shell" }), ...rounds(8).map((row) => ({ ...row, step: row.step + 1 }))])).toBe("file_system");
});

it.each<[string, (step: number) => CallRow[]]>([
  ["the calls succeed: it may wait for something", (step) => [call(step, { status: "succeeded", modelText: "the same" })]],
  ["the arguments differ", (step) => [call(step, { input: { action: "read", path: `${step}.txt` } })]],
  ["the answers differ", (step) => [call(step, { modelText: `ERROR [tool_failed]: attempt ${step}` })]],
  ["something else succeeds beside it", (step) => [call(step), call(step, { tool: "shell", status: "succeeded", modelText: "ok" })]],
  ["the last round succeeded", (step) => [call(step, step === 7 ? { status: "succeeded", modelText: "found" } : {})]],
])("a run is not stuck when %s", (_, of) => {
  expect(stuckWith(rounds(8, of))).toBeNull();
});

it("a run is stuck with two calls in any order, and with one that is refused or denied", () => {
  const pair = (step: number) => {
    const two = [call(step), call(step, { tool: "shell", status: "refused", modelText: "REFUSED [gate_denied]: No." })];
    return step % 2 ? two : two.reverse();
  };
  expect(stuckWith(rounds(8, pair))).not.toBeNull();
  expect(stuckWith(rounds(8, (step) => [call(step, { status: "denied", modelText: "REFUSED [approval_denied]: No." })]))).not.toBeNull();
});
