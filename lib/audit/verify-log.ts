import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { BEFORE_THE_FIRST, linkHash, type SealedEntry } from "./link.ts";

export interface LogProof {
  ok: boolean;
  /** Links that were worked out again, up to the first that is broken. */
  checked: number;
  /** The number of the first entry that was changed, removed or moved, or behind which a link is missing. */
  firstBrokenSeq?: number;
  /** Entries that have no link yet: of the last moments, or left behind by a process that died, for the worker's hourly look. */
  unsealed: number;
  /** The time of the oldest of those. One that is hours old says that no worker looks, or that links were removed. */
  unsealedSince: Date | null;
  /** The end of the chain. Whoever keeps it elsewhere can tell later that nothing was taken from the end. */
  head: { position: number; hash: string } | null;
}

interface Link {
  position: number;
  entrySeq: number;
  hash: string;
  /** Null: the entry is gone. */
  entry: Omit<SealedEntry, "tenantId"> | null;
}

/** So many are held, and worked out in one go, in which the process answers nobody: more are no faster. */
const AT_ONCE = 1_000;

/** Works the chain over the organization's log out again, from its first link. For owners, admins and auditors; some seconds for a million entries. */
export async function verifyLog(ctx: TenantContext): Promise<LogProof> {
  requireRole(ctx, "owner", "admin", "auditor");
  let head = { position: 0, hash: BEFORE_THE_FIRST };
  for (;;) {
    const links = await readLinks(ctx, head.position);
    for (const { position, entrySeq, hash, entry } of links) {
      const isNext = position === head.position + 1;
      if (!isNext || !entry || linkHash(head.hash, { tenantId: ctx.tenantId, ...entry }) !== hash) {
        return { ok: false, checked: head.position, firstBrokenSeq: entrySeq, ...(await findUnsealed(ctx)), head: headOf(head) };
      }
      head = { position, hash };
    }
    if (links.length < AT_ONCE) break;
  }
  return { ok: true, checked: head.position, ...(await findUnsealed(ctx)), head: headOf(head) };
}

function headOf(head: { position: number; hash: string }): LogProof["head"] {
  return head.position === 0 ? null : head;
}

async function readLinks(ctx: TenantContext, after: number): Promise<Link[]> {
  const rows = await ctx.db.sql(
    (sql) => sql<(Omit<SealedEntry, "tenantId"> & Omit<Link, "entry"> & { seq: number | null })[]>`
      select s.position, s.entry_seq as "entrySeq", s.hash, e.seq, e.at, e.actor_id as "actorId", e.action, e.subject, e.facts, e.is_system as "isSystem"
        from audit_seals s left join audit_entries e on e.tenant_id = s.tenant_id and e.seq = s.entry_seq
       where s.tenant_id = ${ctx.tenantId} and s.position > ${after} order by s.position limit ${AT_ONCE}`,
  );
  return rows.map(({ position, entrySeq, hash, ...entry }) => ({ position, entrySeq, hash, entry: entry.seq === null ? null : entry }));
}

async function findUnsealed(ctx: TenantContext): Promise<Pick<LogProof, "unsealed" | "unsealedSince">> {
  const [row] = await ctx.db.sql(
    (sql) => sql<[Pick<LogProof, "unsealed" | "unsealedSince">]>`
      select count(*)::int as unsealed, min(e.at) as "unsealedSince" from audit_entries e
       where e.tenant_id = ${ctx.tenantId} and not exists (select 1 from audit_seals s where s.tenant_id = e.tenant_id and s.entry_seq = e.seq)`,
  );
  return row;
}
