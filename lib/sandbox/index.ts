export { readOutputLog } from "./output-log.ts";
export { prepareWorkspace } from "./prepare-workspace.ts";
export { requireSandbox, runCommand, SandboxUnavailable } from "./run-command.ts";
export { type SandboxStatus, sandboxStatus } from "./sandbox-status.ts";
