export { WORKSPACE_INSIDE } from "./bwrap-arguments.ts";
export { LIMITS } from "./limits.ts";
export { UnsearchableWorkspace } from "./masked-paths.ts";
export { readOutputLog } from "./output-log.ts";
export { prepareWorkspace } from "./prepare-workspace.ts";
export { requireSandbox, runCommand, type SandboxedResult, SandboxUnavailable } from "./run-command.ts";
export { sandboxStatus } from "./sandbox-status.ts";
