import { Redis } from "ioredis";

/** Whether the Redis at `url` answers within about two seconds. A connection of its own: the queue's own ones wait and try again. */
export async function pingRedis(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2_000, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // What it says is told by the command that failed; an "error" event without a listener would end the process.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
