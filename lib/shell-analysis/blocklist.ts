/** Commands that are refused before anybody is asked. A help against accidents, not a wall: the sandbox is the wall. */
export const BLOCKED_COMMANDS: readonly string[] = [
  ...["rm", "del", "format", "fdisk", "mkfs", "dd", "shutdown", "reboot", "kill", "taskkill", "net", "reg", "regedit"],
  ...["powershell", "pwsh", "cmd", "wget", "curl"],
];

/** The first blocked command among bare names, or null. `mkfs.ext4` and its like count as `mkfs`. */
export function findBlockedCommand(names: readonly string[]): string | null {
  return names.find((name) => BLOCKED_COMMANDS.includes(name) || name.startsWith("mkfs.")) ?? null;
}
