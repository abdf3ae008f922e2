import { setTimeout as sleep } from "node:timers/promises";
import { hub } from "#lib/events/hub.ts";
import type { TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { findTold } from "#lib/notices/find-told.ts";
import { tellDestinations } from "#lib/notices/tell-destinations.ts";

/** Requests that are raised together are told of together, and none before it is a second old. */
const TOGETHER_MS = 1_200;
const EVERY_MS = 30_000;

const stopping = new AbortController();
/** By organization: whether more was raised since the timer was set. */
const noticed = new Map<TenantId, { isMore: boolean }>();

/** Has destinations told of a request soon after it was raised. What is missed here, the round of {@link tell} finds. */
export function tellWhenNoticed(): void {
  hub().on("notice", (notice) => {
    if (notice.type !== "approval-changed") return;
    const known = noticed.get(notice.tenantId);
    if (known) known.isMore = true;
    else void tellSoon(notice.tenantId);
  });
  hub().once("shutdown", () => stopping.abort());
}

async function tellSoon(tenantId: TenantId): Promise<void> {
  const state = { isMore: true };
  noticed.set(tenantId, state);
  while (state.isMore && !stopping.signal.aborted) {
    state.isMore = false;
    await sleep(TOGETHER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    void tellOne(tenantId);
  }
  noticed.delete(tenantId);
}

/** One round over all organizations that have something told. */
export async function tell(): Promise<number> {
  for (const tenantId of await findTold()) void tellOne(tenantId);
  return EVERY_MS;
}

async function tellOne(tenantId: TenantId): Promise<void> {
  if (stopping.signal.aborted) return;
  await tellDestinations(tenantId, stopping.signal).catch((error: unknown) => log.warn("notices-failed", { tenantId, error }));
}
