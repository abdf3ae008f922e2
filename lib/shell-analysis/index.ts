export { analyzeShellCommand } from "./analyze-command.ts";
export { findBlockedCommand } from "./blocklist.ts";
