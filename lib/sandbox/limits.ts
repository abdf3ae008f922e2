import { totalmem } from "node:os";

const MIB = 1024 * 1024;

/** What one command may use. The first six are `setrlimit` values and count per process or per sandbox; none can be raised from inside. */
export const LIMITS = {
  processes: 256,
  addressSpaceBytes: 2048 * MIB,
  fileBytes: 64 * MIB,
  cpuSeconds: 30,
  openFiles: 256,
  coreBytes: 0,
  /** `/tmp` and `/dev/shm`, each. */
  temporaryBytes: 64 * MIB,
  /** All processes of a command together, looked at twice a second: 2 GiB, or half of a small machine. */
  memoryBytes: Math.min(2048 * MIB, Math.floor(totalmem() / 2)),
  /** A command that writes more is stopped; all that it wrote until then is kept. */
  outputBytes: 8 * MIB,
} as const;

/**
 * The same as arguments of prlimit(1).
 * @param fileBytes what a file may grow to, when that is less; 0: none grows, while what is there can be read, made smaller and removed
 */
export function prlimitArguments(fileBytes: number = LIMITS.fileBytes): string[] {
  return [
    `--nproc=${LIMITS.processes}`,
    `--as=${LIMITS.addressSpaceBytes}`,
    `--fsize=${Math.min(LIMITS.fileBytes, fileBytes)}`,
    `--cpu=${LIMITS.cpuSeconds}`,
    `--nofile=${LIMITS.openFiles}`,
    `--core=${LIMITS.coreBytes}`,
  ];
}
