import { hostname } from "node:os";
import { systemSql } from "#db/system.ts";
import { log } from "#lib/log.ts";
import { processId } from "#lib/process-identity.ts";
import { sandboxStatus } from "#lib/sandbox/index.ts";
import { VERSION } from "#lib/version.ts";

export type ProcessKind = "web" | "worker";

/** Well inside the time after which a process counts as dead (`ALIVE_SECONDS`), so that lost beats cost nothing. */
const BEAT_MS = 3_000;
/** Rows of processes that ended without a word are kept so long, to be looked at. */
const FORGOTTEN_AFTER = "1 day";

/**
 * Writes that this process is alive: at once, and every three seconds until `stop`, which takes the row away, so that no decision hands it
 * another run.
 */
export async function keepBeating(kind: ProcessKind): Promise<{ stop: () => Promise<void> }> {
  await beatProcess(kind);
  await systemSql((sql) => sql`delete from processes where beat_at < now() - ${FORGOTTEN_AFTER}::interval`);
  let inHand: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    inHand = beatProcess(kind).catch((error: unknown) => log.warn("heartbeat-failed", { error }));
  }, BEAT_MS);
  return {
    async stop() {
      clearInterval(timer);
      await inHand;
      await systemSql((sql) => sql`delete from processes where id = ${processId()}`);
    },
  };
}

async function beatProcess(kind: ProcessKind): Promise<void> {
  const { level } = await sandboxStatus();
  await systemSql(
    (sql) => sql`
      insert into processes (id, kind, host, pid, version, sandbox, beat_at)
      values (${processId()}, ${kind}, ${hostname()}, ${process.pid}, ${VERSION}, ${level}, now())
      on conflict (id) do update set beat_at = excluded.beat_at, sandbox = excluded.sandbox`,
  );
}
