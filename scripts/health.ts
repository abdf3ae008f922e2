import { setTimeout as sleep } from "node:timers/promises";

/**
 * Asks until the product answers that it is well, or until it is told to stop.
 * @param onUnwell told once, with what the answer was, when that takes longer than a minute
 * @returns whether it is well
 */
export async function waitUntilHealthy(baseUrl: string, signal: AbortSignal, onUnwell: (answer: string) => void): Promise<boolean> {
  const complainAt = Date.now() + 60_000;
  for (let hasComplained = false; !signal.aborted; ) {
    const answer = await ask(baseUrl, signal);
    if (answer === null) return true;
    if (!hasComplained && Date.now() > complainAt) {
      hasComplained = true;
      onUnwell(answer);
    }
    await sleep(50, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Null when it is well, otherwise in words what it said. */
async function ask(baseUrl: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${baseUrl}/api/health`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    const body = await response.text();
    return response.ok ? null : `${response.status} ${body.slice(0, 300)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
