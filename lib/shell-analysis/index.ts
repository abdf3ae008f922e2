export { analyzeShellCommand, type ShellAnalysis } from "./analyze-command.ts";
export { findBlockedCommand } from "./blocklist.ts";
