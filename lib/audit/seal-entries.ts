import { lock } from "#db/lock.ts";
import { type TenantSql, tenantDb } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { BEFORE_THE_FIRST, linkHash, type SealedEntry } from "./link.ts";

const AT_ONCE = 2_000;
/** Longer than any transaction of ours is open: an entry of before that is sealed already, or is found by the look over the whole log. */
const LOOK_BACK = "10 minutes";
/** So many links back an entry is looked for whose transaction ended late: what each second costs must not grow with the log. */
const LOOK_BACK_LINKS = 5_000;

interface SealOptions {
  /** Looks at all entries, not only at those of the last minutes: after a process died before it sealed. */
  isWholeLog?: boolean;
  /** Asked before each further lot: a process that ends leaves the rest. */
  mayGoOn?: () => boolean;
}

/**
 * Adds the entries that have no link yet to the chain of an organization, in the order of their numbers. One at a time for an organization, so that the
 * chain has one end, whoever seals. Apart from the transactions that write entries: they would have to wait for each other.
 *
 * @returns how many were added
 */
export async function sealEntries(tenantId: TenantId, { isWholeLog = false, mayGoOn = () => true }: SealOptions = {}): Promise<number> {
  let sealed = 0;
  let after = 0;
  for (;;) {
    const added = await tenantDb(tenantId).sql((sql) => sealSome(sql, tenantId, { isWholeLog, after }));
    sealed += added.length;
    if (added.length < AT_ONCE || !mayGoOn()) return sealed;
    after = added.at(-1)?.seq ?? after;
  }
}

async function sealSome(
  sql: TenantSql,
  tenantId: TenantId,
  { isWholeLog, after }: { isWholeLog: boolean; after: number },
): Promise<SealedEntry[]> {
  await lock(sql, `audit ${tenantId}`);
  const [end] = await sql<{ position: number; hash: string }[]>`
    select position, hash from audit_seals where tenant_id = ${tenantId} order by position desc limit 1`;
  const from = isWholeLog ? after : Math.max(after, await entryFarBack(sql, tenantId, end));
  const entries = await sql<SealedEntry[]>`
    select e.tenant_id as "tenantId", e.seq, e.at, e.actor_id as "actorId", e.action, e.subject, e.facts, e.is_system as "isSystem"
      from audit_entries e
     where e.tenant_id = ${tenantId} and e.seq > ${from} ${end && !isWholeLog ? sql`and e.at > now() - ${LOOK_BACK}::interval` : sql``}
       and not exists (select 1 from audit_seals s where s.tenant_id = e.tenant_id and s.entry_seq = e.seq and s.entry_seq > ${from})
     order by e.seq limit ${AT_ONCE}`;
  if (entries.length === 0) return entries;
  let { position, hash } = end ?? { position: 0, hash: BEFORE_THE_FIRST };
  const links = entries.map((entry) => {
    position += 1;
    hash = linkHash(hash, entry);
    return { position, entry_seq: entry.seq, hash };
  });
  await sql`
    insert into audit_seals (tenant_id, position, entry_seq, hash)
    select ${tenantId}, position, entry_seq, hash from jsonb_to_recordset(${sql.json(links)}) as l (position bigint, entry_seq bigint, hash text)`;
  return entries;
}

/** The entry of the link that stands so far behind the end; 0 in a chain that is shorter. */
async function entryFarBack(sql: TenantSql, tenantId: TenantId, end: { position: number } | undefined): Promise<number> {
  const [link] = await sql<{ seq: number }[]>`
    select entry_seq as seq from audit_seals where tenant_id = ${tenantId} and position = ${(end?.position ?? 0) - LOOK_BACK_LINKS}`;
  return link?.seq ?? 0;
}
