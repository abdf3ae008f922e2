/** A terminal and npm both pass Ctrl-C on: what follows at once is the same key press. */
const SAME_PRESS_MS = 1_000;

/** Aborted by the first Ctrl-C or SIGTERM; `hurry` by the second, for who does not want to wait. */
export interface StopSignal {
  stop: AbortSignal;
  hurry: AbortSignal;
}

export function listenForStop(): StopSignal {
  const stop = new AbortController();
  const hurry = new AbortController();
  let firstAt = 0;
  const onSignal = () => {
    if (!stop.signal.aborted) {
      firstAt = Date.now();
      stop.abort();
    } else if (Date.now() - firstAt > SAME_PRESS_MS) hurry.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return { stop: stop.signal, hurry: hurry.signal };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
