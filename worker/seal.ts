import { sealEveryLog } from "#lib/audit/seal-every-log.ts";

/** Whoever writes an entry seals it; this finds what a process that died left behind. */
const EVERY_MS = 60 * 60_000;

export async function seal(mayGoOn: () => boolean): Promise<number> {
  await sealEveryLog(mayGoOn);
  return EVERY_MS;
}
