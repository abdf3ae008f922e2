import { lock } from "#db/lock.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { encryptText } from "#lib/auth/encrypted-text.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { type DestinationId, newId } from "#lib/ids.ts";
import { placeOf } from "./destination-address.ts";

const MAX_DESTINATIONS = 50;

/**
 * Sets up a place that drafts can be sent to. The address is stored encrypted, and shown to nobody again.
 * @param input.address one that `lib/net/webhook-address.ts` let through
 * @throws AppError 403, 400 for a name that another has, 409 `conflict` for the fifty-first
 */
export async function addDestination(
  ctx: TenantContext,
  { name, address }: { name: string; address: string },
): Promise<{ id: DestinationId; name: string }> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const id = newId<DestinationId>();
  await ctx.db.sql(async (sql) => {
    await lock(sql, `destinations ${tenantId}`);
    const [known] = await sql<[{ count: number; isTaken: boolean }]>`
      select count(*)::int as count, coalesce(bool_or(lower(name) = lower(${name})), false) as "isTaken"
        from destinations where tenant_id = ${tenantId} and removed_at is null`;
    if (known.isTaken)
      throw invalidRequest([{ path: "name", message: "There is a destination of this name. Remove it first, or choose another name." }]);
    if (known.count >= MAX_DESTINATIONS)
      throw new AppError("conflict", `An organization may have ${MAX_DESTINATIONS} destinations. Remove one first.`, {
        limit: MAX_DESTINATIONS,
      });
    await sql`
      insert into destinations (tenant_id, id, name, encrypted_address, created_by)
      values (${tenantId}, ${id}, ${name}, ${encryptText(address, placeOf(tenantId, id))}, ${userId})`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "destination-add", subject: `destination:${id}`, facts: { name } });
    // For whoever drives a run: there are tools of use now that were of none.
    await notify(sql, { type: "policy-changed", tenantId });
  });
  return { id, name };
}
