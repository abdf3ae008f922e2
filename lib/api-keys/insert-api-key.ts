import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { apiKeyPrefix, newApiKey } from "#lib/auth/api-key-form.ts";
import { hashSecret } from "#lib/auth/secret.ts";
import { type ApiKeyId, newId, type TenantId, type UserId } from "#lib/ids.ts";

interface NewKey {
  tenantId: TenantId;
  /** Whom the key acts as. */
  userId: UserId;
  /** Who made it; null for the start of the product. */
  actorId: UserId | null;
  name: string;
  expiresAt?: Date | null;
  /** A key that was chosen elsewhere (`ADMIN_API_KEY`). */
  apiKey?: string;
}

interface InsertedKey {
  id: ApiKeyId;
  apiKey: string;
  prefix: string;
  createdAt: Date;
}

/** Makes a key in the caller's transaction. Only its hash is stored, so `apiKey` exists in this answer alone. */
export async function insertApiKey(sql: TenantSql, input: NewKey): Promise<InsertedKey> {
  const { tenantId, userId, actorId, name, expiresAt = null, apiKey = newApiKey() } = input;
  const [id, prefix] = [newId<ApiKeyId>(), apiKeyPrefix(apiKey)];
  const [inserted] = await sql<{ createdAt: Date }[]>`
    insert into api_keys (tenant_id, id, user_id, name, prefix, secret_hash, expires_at)
    values (${tenantId}, ${id}, ${userId}, ${name}, ${prefix}, ${hashSecret(apiKey)}, ${expiresAt}) returning created_at as "createdAt"`;
  if (!inserted) throw new Error("The key was not written.");
  const facts = { name, prefix, actsAs: userId, expiresAt: expiresAt?.toISOString() ?? null };
  await recordAudit(sql, { tenantId, actorId, action: "api-key-create", subject: `api-key:${id}`, facts });
  return { id, apiKey, prefix, ...inserted };
}
