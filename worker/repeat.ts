import { log } from "#lib/log.ts";

/**
 * Does a thing again and again until `stop`, one at a time. It answers how long to wait before the next time; after a failure, which is
 * logged, it is tried again in a second. What takes long asks whether it may go on: `stop` waits for what is in hand.
 */
export function repeat(name: string, work: (mayGoOn: () => boolean) => Promise<number>): { stop: () => Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let inHand: Promise<void> = Promise.resolve();

  const once = async () => {
    let waitMs = 1_000;
    try {
      waitMs = await work(() => !isStopped);
    } catch (error) {
      log.warn("repeat-failed", { what: name, error });
    }
    if (!isStopped) timer = setTimeout(next, waitMs);
  };
  const next = () => {
    inHand = once();
  };
  next();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return inHand;
    },
  };
}
