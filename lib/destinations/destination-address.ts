import { decryptText } from "#lib/auth/encrypted-text.ts";
import type { DestinationId, TenantId } from "#lib/ids.ts";

/** What the address of a destination is encrypted for. */
export function placeOf(tenantId: TenantId, id: DestinationId): string {
  return `destination ${tenantId} ${id}`;
}

/** The address, for whoever sends there now. Null when it was wiped, or cannot be read with the AUTH_SECRET of today. */
export function addressOf(
  tenantId: TenantId,
  { id, encryptedAddress }: { id: DestinationId; encryptedAddress: string | null },
): string | null {
  return encryptedAddress === null ? null : decryptText(encryptedAddress, placeOf(tenantId, id));
}
