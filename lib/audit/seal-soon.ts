import { messageOf } from "#lib/errors.ts";
import { hub } from "#lib/events/hub.ts";
import type { TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import { sealEntries } from "./seal-entries.ts";

/** Entries of this time are sealed together. Their transactions are over by then; one that is not is found by the next. */
const GATHER_MS = 1_000;

interface ToSeal {
  tenants: Set<TenantId>;
  /** A go is planned or in hand; what comes meanwhile is the next one's. */
  isPlanned: boolean;
}

/**
 * Has an organization's entries sealed in a moment, by this process. Called by whoever writes one, before its commit. A process that dies before it
 * sealed leaves them to the worker's look over the whole log.
 */
export function sealSoon(tenantId: TenantId): void {
  const waiting = singleton("audit-to-seal", (): ToSeal => ({ tenants: new Set(), isPlanned: false }));
  waiting.tenants.add(tenantId);
  plan(waiting);
}

/** One go at a time: where the database is slow, none of them piles up and holds connections. */
function plan(waiting: ToSeal): void {
  if (waiting.isPlanned || waiting.tenants.size === 0) return;
  waiting.isPlanned = true;
  setTimeout(() => void sealAll(waiting), GATHER_MS).unref();
}

async function sealAll(waiting: ToSeal): Promise<void> {
  const tenants = [...waiting.tenants];
  waiting.tenants.clear();
  // What is left is the worker's: at its start, and each hour.
  const mayGoOn = () => !hub().isShuttingDown;
  for (const tenantId of tenants) {
    if (!mayGoOn()) break;
    await sealEntries(tenantId, { mayGoOn }).catch((error: unknown) => log.warn("audit-not-sealed", { tenantId, error: messageOf(error) }));
  }
  waiting.isPlanned = false;
  plan(waiting);
}
