import { setTimeout as sleep } from "node:timers/promises";
import { tenantDb } from "#db/tenant.ts";
import { addressOf } from "#lib/destinations/destination-address.ts";
import { postToWebhook } from "#lib/destinations/post-to-webhook.ts";
import { type DestinationId, newId, type TenantId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { vetTarget } from "#lib/net/vet-target.ts";
import { claimFailures } from "./claim-failures.ts";
import { claimWaiting, type Notice } from "./claim-waiting.ts";

/** Between the attempts at a destination that certainly did not take a notice. */
const WAITS_MS = [2_000, 10_000];

/**
 * Tells an organization's destinations what they are to be told of. What is told is taken from the rows first, so that of any number of workers one tells it;
 * a worker that dies in between, and a destination that takes nothing for long, leave it untold there. The pages tell everything always.
 */
export async function tellDestinations(tenantId: TenantId, signal: AbortSignal): Promise<void> {
  const notices = await tenantDb(tenantId).sql(async (sql) => [
    ...(await claimWaiting(sql, tenantId)),
    ...(await claimFailures(sql, tenantId)),
  ]);
  await Promise.all(notices.map((notice) => tell(tenantId, notice, signal)));
}

async function tell(tenantId: TenantId, { destinationId, kind, text }: Notice, signal: AbortSignal): Promise<void> {
  const key = newId();
  let problem = await attempt(tenantId, destinationId, { text, key }, signal);
  for (const waitMs of WAITS_MS) {
    if (problem === null || !problem.mayTryAgain || signal.aborted) break;
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    problem = await attempt(tenantId, destinationId, { text, key }, signal);
  }
  if (problem) log.warn("notice-not-sent", { tenantId, destinationId, kind, problem: problem.words });
  await tenantDb(tenantId).sql(
    (sql) => sql`
      update destination_notices set problem = ${problem?.words ?? null}, told_at = now()
       where tenant_id = ${tenantId} and destination_id = ${destinationId} and kind = ${kind}`,
  );
}

/** Null: it arrived. */
async function attempt(
  tenantId: TenantId,
  id: DestinationId,
  { text, key }: { text: string; key: string },
  signal: AbortSignal,
): Promise<{ words: string; mayTryAgain: boolean } | null> {
  const [destination] = await tenantDb(tenantId).sql(
    (sql) => sql<{ name: string; encryptedAddress: string | null }[]>`
      select name, encrypted_address as "encryptedAddress" from destinations where tenant_id = ${tenantId} and id = ${id} and removed_at is null`,
  );
  if (!destination) return null;
  const { name, encryptedAddress } = destination;
  const address = addressOf(tenantId, { id, encryptedAddress });
  if (address === null) return { words: "Its address cannot be read with the AUTH_SECRET of today. Set it up again.", mayTryAgain: false };
  try {
    const target = await vetTarget(address, { allow: configuredAllowList(), signal });
    const { state, answer } = await postToWebhook(target, { text, key, destination: name }, signal);
    // A notice that may have arrived is not repeated: one too many is worse than one that the page tells anyway.
    return state === "sent"
      ? null
      : { words: answer.words, mayTryAgain: state === "failed" && (answer.status === null || answer.status === 429) };
  } catch {
    return { words: "Its address cannot be reached from here: it does not resolve, or not to a public address.", mayTryAgain: true };
  }
}
