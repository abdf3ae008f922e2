import { Redis } from "ioredis";
import { messageOf } from "#lib/errors.ts";

/** `refuses`: it answers and takes no jobs, because it is full or a replica; `words` are its own. */
export type RedisState = { kind: "ok" } | { kind: "silent" } | { kind: "refuses"; words: string };

const KEY = "countersign:written-by-health";

/**
 * Whether the Redis at `url` answers within about two seconds, and lets us write: a key of a minute. A connection of its own: the queue's own ones
 * wait and try again.
 */
export async function tryRedis(url: string): Promise<RedisState> {
  const giveUp = { connectTimeout: 2_000, commandTimeout: 2_000, maxRetriesPerRequest: 0, retryStrategy: () => null };
  const redis = new Redis(url, { lazyConnect: true, ...giveUp });
  // What it says is told by the command that failed; an "error" event without a listener would end the process.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    await redis.ping();
  } catch {
    redis.disconnect();
    return { kind: "silent" };
  }
  try {
    await redis.set(KEY, "1", "EX", 60);
    return { kind: "ok" };
  } catch (error) {
    return { kind: "refuses", words: messageOf(error) };
  } finally {
    redis.disconnect();
  }
}
