import { messageOf } from "#lib/errors.ts";

/** One part of the product, as the health call shows it. `detail` is one sentence for an administrator: what is so, and what to do. */
export interface Check {
  status: "ok" | "degraded" | "down";
  detail?: string;
}

const ANSWER_WITHIN_MS = 3_000;

/** Runs one check; throwing, or no answer within three seconds, is `down`. */
export async function runCheck(work: () => Promise<Check>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Check>((resolve) => {
    timer = setTimeout(() => resolve({ status: "down", detail: `No answer within ${ANSWER_WITHIN_MS / 1000} s.` }), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    return { status: "down", detail: messageOf(error) };
  } finally {
    clearTimeout(timer);
  }
}
