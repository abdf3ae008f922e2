import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "#lib/errors.ts";
import type { EmbeddedPostgres } from "./keeper.ts";
import { isServerAlive, startServer } from "./server.ts";

const LOOK_EVERY_MS = 1_000;
/** After a `kill -9` its other processes hold the shared memory for a moment: failing that long is nothing to tell. */
const PATIENCE_MS = 15_000;

/**
 * Starts an embedded server again whenever its process has died (out of memory, `kill -9`), on the port that web and worker know; they connect again
 * by themselves. Until `stop`, which waits for a start under way.
 *
 * @param tell a line for the terminal
 */
export function stayUp({ place, port }: EmbeddedPostgres, tell: (line: string) => void): { stop: () => Promise<void> } {
  const stopped = new AbortController();
  const watch = async () => {
    while (await isGoingOn(stopped.signal)) {
      if (await isServerAlive(place)) continue;
      tell("The database ended; starting it again");
      if (await startAgain(place, port, stopped.signal, tell)) tell("The database is back");
    }
  };
  const watching = watch();
  return {
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}

/** False when it was stopped before the server took connections. */
async function startAgain(
  place: EmbeddedPostgres["place"],
  port: number,
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<boolean> {
  let complainAt = Date.now() + PATIENCE_MS;
  do {
    // Also for a folder that cannot be written just now: a disk that is full may have room again.
    const { code, output } = await startServer(place, port, true).catch((error: unknown) => ({ code: 1, output: messageOf(error) }));
    if (code === 0) return true;
    if (Date.now() < complainAt) continue;
    tell(`The database does not start:\n${output.trim().split("\n").slice(-3).join("\n")}`);
    complainAt = Number.POSITIVE_INFINITY;
  } while (await isGoingOn(signal));
  return false;
}

/** In a second: false when it was stopped meanwhile. */
async function isGoingOn(signal: AbortSignal): Promise<boolean> {
  await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  return !signal.aborted;
}
