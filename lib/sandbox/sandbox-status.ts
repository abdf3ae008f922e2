import { env } from "#lib/env.ts";
import { singleton } from "#lib/singleton.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import type { SandboxStatus } from "./profile.ts";

const RETRY_AFTER_MS = 10_000;

/**
 * The sandbox of this machine, tested by running a command in it that tries to break out. Tested once for each process and kept, since a
 * sandbox that worked goes on working; without one, tested again when ten seconds have passed, so that an installed package is noticed.
 * `isFresh` tests now.
 */
export async function sandboxStatus(options: { isFresh?: boolean } = {}): Promise<SandboxStatus> {
  const cache = singleton("sandbox-status", (): { status: Promise<SandboxStatus> | null; askedAt: number } => ({
    status: null,
    askedAt: 0,
  }));
  const known = await cache.status;
  const isStale = known?.level === "none" && !known.isAccepted && Date.now() - cache.askedAt > RETRY_AFTER_MS;
  if (!cache.status || isStale || options.isFresh) {
    cache.askedAt = Date.now();
    cache.status = probeSandbox(env().SANDBOX);
  }
  return cache.status;
}
