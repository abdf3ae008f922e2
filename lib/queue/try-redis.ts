import { Redis, ReplyError } from "ioredis";
import { messageOf } from "#lib/errors.ts";
import { redisPrefix } from "./redis-prefix.ts";

/**
 * `silent`: nobody answers there, or not in our language; `refuses`: it answers and takes no jobs, because it is full, a replica, does not know our
 * password, or runs no scripts. `words` are its own, or those of the failed attempt.
 */
export type RedisState = { kind: "ok" } | { kind: "silent" | "refuses"; words: string };

/** Jobs are written by scripts over several keys: one that takes a key by itself may still take no jobs. */
const WRITE = "for _, key in ipairs(KEYS) do redis.call('set', key, '1', 'EX', 60) end";

/**
 * Whether the Redis at `url` answers within about two seconds, and lets us write as the queue does: two keys of a minute. A connection of its own: the
 * queue's own ones wait and try again.
 */
export async function tryRedis(url: string): Promise<RedisState> {
  const giveUp = { connectTimeout: 2_000, commandTimeout: 2_000, maxRetriesPerRequest: 0, retryStrategy: () => null };
  const redis = new Redis(url, { lazyConnect: true, ...giveUp });
  let trouble: unknown;
  // The first says what happened; what follows says that it is over. Without a listener it would end the process.
  redis.on("error", (error) => {
    trouble ??= error;
  });
  try {
    await redis.connect();
    const prefix = await redisPrefix().catch(() => "countersign:{health}");
    await redis.eval(WRITE, 2, `${prefix}:health:a`, `${prefix}:health:b`);
    return { kind: "ok" };
  } catch (error) {
    const cause = trouble ?? error;
    return { kind: cause instanceof ReplyError ? "refuses" : "silent", words: messageOf(cause) };
  } finally {
    redis.disconnect();
  }
}
