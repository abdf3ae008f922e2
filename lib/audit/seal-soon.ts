import { messageOf } from "#lib/errors.ts";
import { hub } from "#lib/events/hub.ts";
import type { TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import { sealEntries } from "./seal-entries.ts";

/** Entries of this time are sealed together. Their transactions are over by then; one that is not is found by the next. */
const GATHER_MS = 1_000;

/**
 * Has an organization's entries sealed in a moment, by this process. Called by whoever writes one, before its commit. A process that dies before it
 * sealed leaves them to the worker's look over the whole log.
 */
export function sealSoon(tenantId: TenantId): void {
  const waiting = singleton("audit-to-seal", () => new Set<TenantId>());
  if (waiting.size === 0) setTimeout(() => void sealAll(waiting), GATHER_MS).unref();
  waiting.add(tenantId);
}

async function sealAll(waiting: Set<TenantId>): Promise<void> {
  const tenants = [...waiting];
  waiting.clear();
  // What is left is the worker's: at its start, and each hour.
  if (hub().isShuttingDown) return;
  for (const tenantId of tenants) {
    await sealEntries(tenantId).catch((error: unknown) => log.warn("audit-not-sealed", { tenantId, error: messageOf(error) }));
  }
}
