import { log } from "./log.ts";

/**
 * Does `work` for each, one after another. One that fails is logged, and is in no other's way: what sweeps over all organizations must not end at
 * the first row that something is wrong with.
 * @param message of the log's entry, a fixed noun-verb
 */
export async function eachApart<T extends object>(
  message: string,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) await work(item).catch((error: unknown) => log.warn(message, { ...item, error }));
}
