import { spawn } from "node:child_process";
import { once } from "node:events";
import { exitCode } from "#scripts/exit-code.ts";

/** Prints the figures (`bench/main.ts`); what follows the command is for it. */
export async function bench(args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ["bench/main.ts", ...args], { stdio: "inherit" });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return exitCode(code, signal);
}
