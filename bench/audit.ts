import { sealEntries } from "#lib/audit/seal-entries.ts";
import { verifyLog } from "#lib/audit/verify-log.ts";
import { createSceneOrganization } from "#lib/testing/scene.ts";
import { openDatabase } from "./support/database.ts";
import { row } from "./support/figures.ts";

/** A log of a million entries such as calls leave, of one organization: sealed at once, as after an upgrade, and proved. */
const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const GOAL_S = 60;
const LOOK_GOAL_MS = 20;

const { sql, close } = await openDatabase({ durable: false });
try {
  const { id, owner } = await createSceneOrganization("Bench");
  await sql`
    insert into audit_entries (tenant_id, at, actor_id, action, subject, facts)
    select ${id}, now() - n * interval '1 second', ${owner.userId}, 'tool-call-succeeded', 'tool-call:' || gen_random_uuid(),
           jsonb_build_object('tool', 'file_system', 'kind', null, 'ruleId', 'reads-allow', 'errorCode', null, 'outcomeDigest', 'sha256:' || repeat('a', 64),
                              'approvalId', null, 'runId', gen_random_uuid())
      from generate_series(1, ${ENTRIES}) as n`;
  await sql`vacuum analyze audit_entries`;
  const sealedIn = await secondsOf(() => sealEntries(id, { isWholeLog: true }));
  process.stdout.write(`        sealed ${ENTRIES.toLocaleString("en-US")} audit entries in ${sealedIn.toFixed(1)} s\n`);
  await sql`vacuum analyze audit_seals`;
  // What every second costs in which something is written.
  await sealEntries(id);
  const lookedMs = 1000 * (await secondsOf(() => sealEntries(id)));
  row(`a look for new entries behind ${ENTRIES.toLocaleString("en-US")}`, `${lookedMs.toFixed(1)} ms`, lookedMs, LOOK_GOAL_MS);
  const provedIn = await secondsOf(async () => {
    const { ok, checked } = await verifyLog(owner.ctx);
    if (!ok || checked < ENTRIES) throw new Error(`${checked} were checked, and the chain is ${ok ? "whole" : "broken"}.`);
  });
  row(`a log of ${ENTRIES.toLocaleString("en-US")} entries proved`, `${provedIn.toFixed(1)} s`, provedIn, GOAL_S);
} finally {
  await close();
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
