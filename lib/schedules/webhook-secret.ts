import { decryptText, encryptText } from "#lib/auth/encrypted-text.ts";
import type { ScheduleId, TenantId } from "#lib/ids.ts";

/** The secret of a webhook, as its schedule's row may hold it. */
export function sealWebhookSecret(secret: string, tenantId: TenantId, id: ScheduleId): string {
  return encryptText(secret, placeOf(tenantId, id));
}

/** Null: it was written under another `AUTH_SECRET`. */
export function openWebhookSecret(sealed: string, tenantId: TenantId, id: ScheduleId): string | null {
  return decryptText(sealed, placeOf(tenantId, id));
}

function placeOf(tenantId: TenantId, id: ScheduleId): string {
  return `schedule-webhook ${tenantId} ${id}`;
}
