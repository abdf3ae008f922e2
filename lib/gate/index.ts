export { type Authority, advertisedTools, type Evaluation, evaluateCall } from "./evaluate-call.ts";
export { type CallToExecute, executeToolCall, type GateContext } from "./execute-tool-call.ts";
export { judgeEdit } from "./judge-edit.ts";
export { findTool, type ListedTool, listTools, type ToolVerdict } from "./list-tools.ts";
export { previewCall } from "./preview-call.ts";
export { MAX_CALLS_A_RUN, type Proposal, proposeToolCalls } from "./propose-tool-calls.ts";
export { type SettledCall, settleCancelled, settleUndecided, settleUnknown } from "./settled-call.ts";
export { type Simulation, simulateCall } from "./simulate-call.ts";
export { workspaceOf } from "./workspace.ts";
