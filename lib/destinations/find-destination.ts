import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { DestinationId } from "#lib/ids.ts";

/**
 * A destination by the name that people gave it, whatever its case, and however its accents are composed.
 * @throws AppError 404 that says which there are
 */
export async function findDestination(sql: TenantSql, { tenantId }: TenantContext, name: string): Promise<DestinationId> {
  const known = await sql<{ id: DestinationId; name: string; isMeant: boolean }[]>`
    select id, name, lower(name) = lower(${name.trim().normalize("NFC")}) as "isMeant" from destinations
     where tenant_id = ${tenantId} and removed_at is null order by lower(name)`;
  const meant = known.find(({ isMeant }) => isMeant);
  if (meant) return meant.id;
  const names = known.map((destination) => destination.name).join(", ") || "none";
  const how = "An owner or admin sets one up under Settings → Destinations.";
  throw new AppError("not_found", `There is no destination of this name. There are: ${names}. ${how}`);
}
