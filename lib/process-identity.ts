import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { singleton } from "#lib/singleton.ts";

/** Names this process in leases and heartbeats: unique over machines and restarts. */
export function processId(): string {
  return singleton("process-id", () => `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`);
}
