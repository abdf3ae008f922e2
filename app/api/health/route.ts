import { identify } from "#lib/auth/caller.ts";
import { ANSWER_WITHIN_MS } from "#lib/health/check.ts";
import { checkHealth, withoutDetails } from "#lib/health/check-health.ts";
import { json } from "#lib/http/answer.ts";
import { publicRoute } from "#lib/http/public-route.ts";
import { within } from "#lib/within.ts";

/** Public, for load balancers and container health checks: 503 only when the product is down. Details are for owners and admins. */
export const GET = publicRoute({}, async ({ request }) => {
  const [health, isAdmin] = await Promise.all([checkHealth(), isAdministrator(request)]);
  return json(isAdmin ? health : withoutDetails(health), health.status === "down" ? 503 : 200);
});

/** Nobody is one while the database that knows it is away, or silent. */
async function isAdministrator(request: Request): Promise<boolean> {
  const identified = identify(request.headers).catch(() => null);
  const caller = await within(ANSWER_WITHIN_MS, identified, () => null);
  return caller?.membership?.role === "owner" || caller?.membership?.role === "admin";
}
