/** What tells of many small additions at once. */
export interface Coalesced {
  add(count: number): void;
  /** Forgets what was not told. */
  stop(): void;
}

/**
 * Adds up what comes in until nothing has come for `pauseMs`, but for no longer than four pauses, then tells the sum once. While `isBusy`, it
 * goes on adding up and asks again after each pause.
 */
export function coalesce({
  pauseMs,
  isBusy = () => false,
  tell,
}: {
  pauseMs: number;
  isBusy?: () => boolean;
  tell: (sum: number) => void;
}): Coalesced {
  let sum = 0;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(end, pauseMs);
  };
  const end = (): void => {
    if (isBusy()) {
      wait();
      return;
    }
    const told = sum;
    sum = 0;
    tell(told);
  };

  return {
    add(count) {
      if (count <= 0) return;
      if (sum === 0) since = Date.now();
      sum += count;
      if (sum === count || Date.now() - since < 3 * pauseMs) wait();
    },
    stop() {
      clearTimeout(timer);
      sum = 0;
    },
  };
}
