import type { TenantSql } from "#db/tenant.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { insertApiKey } from "./insert-api-key.ts";
import type { ApiKeyItem } from "./list-api-keys.ts";

const MAX_KEYS_PER_MEMBER = 100;

/** `apiKey` and `secret` are the same text, shown this once; the second is the contract's word for it here. */
export type CreatedApiKey = ApiKeyItem & { apiKey: string; secret: string };

/**
 * A key that acts as the caller, in this organization, with the role that the caller has at each use. One that is made with a key ends when that one
 * does, or before: a key that was given out for a day must not make one for ever.
 *
 * @throws AppError 400 for an expiry that has passed or is later than that, 401 for somebody who was removed a moment ago, 409 `conflict` beyond 100
 * live keys
 */
export async function createApiKey(ctx: TenantContext, input: { name: string; expiresAt?: Date | undefined }): Promise<CreatedApiKey> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  if (input.expiresAt && input.expiresAt <= new Date()) throw invalidRequest([{ path: "expiresAt", message: "That is in the past." }]);
  return ctx.db.sql(async (sql) => {
    await lockMembership(sql, ctx);
    const [{ live, latest } = { live: 0, latest: null }] = await sql<{ live: number; latest: Date | null }[]>`
      select count(*)::int as live, max(expires_at) filter (where id = ${ctx.apiKeyId ?? null}::uuid) as latest
        from api_keys where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null`;
    if (live >= MAX_KEYS_PER_MEMBER) throw new AppError("conflict", `You have ${MAX_KEYS_PER_MEMBER} keys. Revoke some first.`);
    const expiresAt = input.expiresAt ?? latest;
    if (latest && expiresAt && expiresAt > latest) {
      throw invalidRequest([
        { path: "expiresAt", message: `The key that asks ends at ${latest.toISOString()}; one that it makes cannot outlive it.` },
      ]);
    }
    const { apiKey, ...key } = await insertApiKey(sql, { tenantId, userId, actorId: userId, name: input.name, expiresAt });
    return { ...key, name: input.name, expiresAt, lastUsedAt: null, apiKey, secret: apiKey };
  });
}

/** One key of a member at a time, and none for somebody whose removal comes first: it would wake up when they are brought back. */
async function lockMembership(sql: TenantSql, { tenantId, userId }: TenantContext): Promise<void> {
  const [member] = await sql`
    select 1 from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null for no key update`;
  if (!member) throw new AppError("unauthenticated", "You are not a member of this organization any more.");
}
