import { AppError } from "#lib/errors.ts";
import type { Allowance } from "./allowance.ts";
import { limitWords, untilNewDayMs } from "./limit-words.ts";
import { dayReached } from "./reached-limit.ts";

/**
 * Refuses what would begin a run on a day on which nothing is left for it.
 * @throws AppError 429 `rate_limited` with `limit`, `allowed`, `used`, and `retryAfterMs` until the next day
 */
export function requireRoomToday(allowance: Allowance): void {
  const reached = dayReached(allowance);
  if (!reached) return;
  const { limit, allowed, used } = reached;
  throw new AppError("rate_limited", limitWords(reached), { limit, allowed, used, retryAfterMs: untilNewDayMs() });
}
