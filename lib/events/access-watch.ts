import { systemStatement } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import { hub } from "./hub.ts";

/** A session or key that runs out tells nobody, so open streams are looked at this often. */
const LOOK_MS = 20_000;

interface Reader {
  ctx: TenantContext;
  close(): void;
  shownRun(): RunId | null;
}

/**
 * Closes open streams when their reader's access changes: at once when a notice says so, and within half a minute, or after a reconnect to the
 * database, when none came (a session or key that ran out, a notice that was lost). Whoever may still read comes back with the place they had.
 *
 * @param shownRun the run whose words it passes on now, if any: its chat may become somebody's own
 * @returns how to stop watching
 */
export function watchAccess(ctx: TenantContext, close: () => void, shownRun: () => RunId | null = () => null): () => void {
  return singleton("access-watch", () => new AccessWatch()).add({ ctx, close, shownRun });
}

/** Looks at all open streams now. */
export function checkAccess(): Promise<void> {
  return singleton("access-watch", () => new AccessWatch()).check();
}

class AccessWatch {
  readonly #readers = new Set<Reader>();

  constructor() {
    hub().on("notice", (notice) => {
      if (notice.type === "access-changed") this.#close(({ userId }) => userId === notice.userId);
      else if (notice.type === "chat-hidden") this.#close(({ tenantId }) => tenantId === notice.tenantId);
    });
    hub().on("resync", () => void this.check());
    setInterval(() => void this.check(), LOOK_MS).unref();
  }

  #close(isConcerned: (ctx: TenantContext) => boolean): void {
    for (const reader of [...this.#readers]) if (isConcerned(reader.ctx)) reader.close();
  }

  add(reader: Reader): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  /** When it cannot be asked nothing else can be read either, and the next look asks again. */
  async check(): Promise<void> {
    try {
      await Promise.all([this.#checkRights(), this.#checkRuns()]);
    } catch (error) {
      log.warn("access-not-checked", { error });
    }
  }

  /** One query for all streams of this process. */
  async #checkRights(): Promise<void> {
    const readers = [...this.#readers];
    if (readers.length === 0) return;
    const claims = readers.map(({ ctx }, place) => ({
      place,
      tenant_id: ctx.tenantId,
      user_id: ctx.userId,
      role: ctx.role,
      session_id: ctx.sessionId ?? null,
      api_key_id: ctx.apiKeyId ?? null,
    }));
    const held = await systemStatement(
      (sql) => sql<{ place: number }[]>`
        select c.place
          from jsonb_to_recordset(${sql.json(claims)}) as c (place int, tenant_id uuid, user_id uuid, role text, session_id uuid, api_key_id uuid)
          join memberships m on m.tenant_id = c.tenant_id and m.user_id = c.user_id and m.role = c.role and m.removed_at is null
          left join auth_sessions s on s.id = c.session_id and s.user_id = c.user_id and s.active_tenant_id = c.tenant_id
          left join api_keys k on k.id = c.api_key_id and k.user_id = c.user_id and k.tenant_id = c.tenant_id
         where (s.revoked_at is null and s.expires_at > now())
            or (k.id is not null and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()))`,
    );
    const places = new Set(held.map(({ place }) => place));
    for (const [place, reader] of readers.entries()) if (!places.has(place)) reader.close();
  }

  /** One query for each organization of which runs are shown. */
  async #checkRuns(): Promise<void> {
    const showing = [...this.#readers].filter((reader) => reader.shownRun() !== null);
    const byTenant = Map.groupBy(showing, ({ ctx }) => ctx.tenantId);
    await Promise.all([...byTenant].map(([tenantId, readers]) => checkRunsOf(tenantId, readers)));
  }
}

/** A run that is not there yet is on its way to the database with its sender's own message: nobody else can see it. */
async function checkRunsOf(tenantId: TenantId, readers: readonly Reader[]): Promise<void> {
  const claims = readers.map(({ ctx, shownRun }, place) => ({ place, user_id: ctx.userId, run_id: shownRun() }));
  const hidden = await tenantDb(tenantId).sql(
    (sql) => sql<{ place: number }[]>`
      select c.place
        from jsonb_to_recordset(${sql.json(claims)}) as c (place int, user_id uuid, run_id uuid)
        join runs r on r.tenant_id = ${tenantId} and r.id = c.run_id
        join chats t on t.tenant_id = r.tenant_id and t.id = r.chat_id
       where t.visibility <> 'organization' and t.created_by <> c.user_id`,
  );
  for (const { place } of hidden) readers[place]?.close();
}
