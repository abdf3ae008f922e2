import { constants } from "node:os";
import { LIMITS, type SandboxedResult } from "#lib/sandbox/index.ts";
import { cutMiddle } from "../cut-middle.ts";
import { readableText } from "../readable-text.ts";
import { decodeOutput } from "./decode-output.ts";

/** What the record and the page keep of a command. */
export interface ShellData {
  /** As the shell reports it; null when we killed the command. */
  exitCode: number | null;
  /** The signal that ended it (`SIGSEGV`), as far as the exit code tells. */
  signal: string | null;
  /** `exit`, or why we killed it. */
  end: SandboxedResult["end"];
  durationMs: number;
  /** stdout and stderr in the order in which they were written; at most 10,000 characters, cut in the middle. */
  output: string;
  /** Bytes that the command wrote, until it was stopped if it was. */
  bytes: number;
  /** Bytes of them that `output` leaves out. */
  droppedBytes: number;
  /** Some bytes were not UTF-8 and stand in `output` as U+FFFD. */
  lossy: boolean;
  /** The output, or one end of it, is data and only described. */
  binary: boolean;
  sandbox: SandboxedResult["sandbox"];
  /** Where the whole output is kept: the id of the call; null when it could not be kept. */
  logId: string | null;
}

/** Facts and output together, as the model reads them. */
export const MAX_RESULT_CHARS = 10_000;

/** The record of a command, and the text for the model: one line of facts, then the output. */
export function renderResult(result: SandboxedResult): { data: ShellData; text: string } {
  const { head, tail, totalBytes, droppedBytes } = result.output;
  const first = decodeOutput(head, { isCutAfter: droppedBytes > 0 });
  const last = decodeOutput(tail, { isCutBefore: droppedBytes > 0 });
  const [beginning, ending] = [readableText(first.text), readableText(last.text)];
  const isBinary = first.isBinary || last.isBinary;
  const invalidBytes = first.invalidBytes + last.invalidBytes;
  const signal = signalOf(result.exitCode);
  const facts = [
    howItEnded(result, signal),
    ...(invalidBytes > 0 ? [`${invalidBytes} bytes of the output are not UTF-8 and stand as \ufffd.`] : []),
    ...(totalBytes === 0 ? ["The command wrote no output."] : []),
    ...(totalBytes > 0 && beginning + ending === "" ? ["The command wrote nothing but control characters of a terminal."] : []),
  ].join(" ");
  const room = MAX_RESULT_CHARS - facts.length - 1;
  const output = cutMiddle(beginning, ending, droppedBytes, room);
  const data: ShellData = {
    exitCode: result.exitCode,
    signal,
    end: result.end,
    durationMs: result.durationMs,
    output: output.text,
    bytes: totalBytes,
    droppedBytes: output.cutBytes,
    lossy: invalidBytes > 0,
    binary: isBinary,
    sandbox: result.sandbox,
    logId: result.logId,
  };
  return { data, text: output.text === "" ? facts : `${facts}\n${output.text}` };
}

function howItEnded(result: SandboxedResult, signal: string | null): string {
  const time = `${(result.durationMs / 1000).toFixed(result.durationMs < 1000 ? 3 : 1)} s`;
  switch (result.end) {
    case "exit":
      return `Exit code ${result.exitCode}${signal ? ` (${signal})` : ""} after ${time}.`;
    case "timeout":
      return `Stopped at the time limit, after ${time}.`;
    case "output_limit":
      return `Stopped after ${time} because it wrote more than ${inMib(LIMITS.outputBytes)}.`;
    case "memory_limit":
      return `Stopped after ${time} because it used more than ${inMib(LIMITS.memoryBytes)} of memory.`;
    case "cancelled":
      return `Stopped by the user after ${time}.`;
  }
}

const inMib = (bytes: number): string => `${Math.floor(bytes / 1024 ** 2)} MiB`;

function signalOf(exitCode: number | null): string | null {
  if (exitCode === null || exitCode <= 128) return null;
  return Object.entries(constants.signals).find(([, number]) => number === exitCode - 128)?.[0] ?? null;
}
