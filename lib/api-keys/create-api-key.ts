import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { insertApiKey } from "./insert-api-key.ts";
import type { ApiKeyItem } from "./list-api-keys.ts";

const MAX_KEYS_PER_MEMBER = 100;

/** `apiKey` and `secret` are the same text, shown this once; the second is the contract's word for it here. */
export type CreatedApiKey = ApiKeyItem & { apiKey: string; secret: string };

/**
 * A key that acts as the caller, in this organization, with the role that the caller has at each use.
 *
 * @throws AppError 400 for an expiry that has passed, 409 `conflict` beyond 100 live keys
 */
export async function createApiKey(ctx: TenantContext, input: { name: string; expiresAt?: Date | undefined }): Promise<CreatedApiKey> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt && expiresAt <= new Date()) throw invalidRequest([{ path: "expiresAt", message: "That is in the past." }]);
  const key = await ctx.db.sql(async (sql) => {
    const [live] = await sql<{ count: number }[]>`
      select count(*)::int as count from api_keys where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null`;
    if ((live?.count ?? 0) >= MAX_KEYS_PER_MEMBER)
      throw new AppError("conflict", `You have ${MAX_KEYS_PER_MEMBER} keys. Revoke some first.`);
    return insertApiKey(sql, { tenantId, userId, actorId: userId, name: input.name, expiresAt });
  });
  const { id, apiKey, prefix } = key;
  return { id, name: input.name, prefix, createdAt: new Date(), expiresAt, lastUsedAt: null, apiKey, secret: apiKey };
}
