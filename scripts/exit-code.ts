import os from "node:os";

/** What a shell would call it: the code, or 128 + the signal's number. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? os.constants.signals[signal] : 0);
}
