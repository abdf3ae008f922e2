import { tenantDb } from "#db/tenant.ts";
import { insertApiKey } from "#lib/api-keys/insert-api-key.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import { foundOrganization } from "./found-organization.ts";

/**
 * Another organization, with the caller as its owner, and an API key of theirs for it. Anybody who may sign in may found one: it gives
 * access to nothing that exists.
 *
 * @returns its id, and the key, which is shown this once
 */
export async function createOrganization(userId: UserId, input: { name: string }): Promise<{ id: TenantId; apiKey: string }> {
  const id = newId<TenantId>();
  const apiKey = await tenantDb(id).sql(async (sql) => {
    await foundOrganization(sql, { tenantId: id, name: input.name, ownerId: userId });
    const key = await insertApiKey(sql, { tenantId: id, userId, actorId: userId, name: "First key" });
    return key.apiKey;
  });
  return { id, apiKey };
}
