import { sandboxStatus } from "#lib/sandbox/index.ts";

/** Whether a tool can work on this machine at all. */
export interface ToolState {
  isReady: boolean;
  summary: string;
  /** What an administrator can do about it. */
  fix: string | null;
}

/** Null for tools that need nothing of the machine. */
export async function toolState(name: string): Promise<ToolState | null> {
  if (name !== "shell") return null;
  const { level, isAccepted, summary, fix } = await sandboxStatus();
  return { isReady: level !== "none" || isAccepted, summary, fix };
}
