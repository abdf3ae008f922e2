import { type SpawnOptions, spawn } from "node:child_process";
import { exitCode } from "./exit-code.ts";

export interface Finished {
  /** Exit code; 128 + the signal's number for a signal; -1 when the program could not be started. */
  code: number;
  /** What it printed on both channels, in order of arrival. */
  output: string;
}

/** An environment without `NODE_ENV` is one, too: Next's types demand it of every process, and the programs started here are not Next's. */
export interface RunOptions extends Omit<SpawnOptions, "env" | "stdio"> {
  env?: Record<string, string | undefined>;
  /** Told the process's number when it has one. */
  onStart?: (pid: number) => void;
}

/** Runs a program to its end and keeps what it prints. Never rejects: a program that cannot be started says so in `output`. */
export function run(program: string, args: readonly string[], { onStart, env, ...options }: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...options,
      env: env as NodeJS.ProcessEnv | undefined,
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (child.pid) onStart?.(child.pid);
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code, signal) => resolve({ code: exitCode(code, signal), output }));
  });
}
