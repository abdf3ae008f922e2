export { analyzeShellCommand } from "./analyze-command.ts";
export { findBlockedCommand } from "./blocklist.ts";
export type { RunFile, RunFiles } from "./run-files.ts";
