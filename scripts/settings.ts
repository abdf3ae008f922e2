import net from "node:net";
import path from "node:path";
import { type Env, env } from "#lib/env.ts";
import { parseAllowList } from "#lib/net/allow-list.ts";
import { Refusal } from "./bootstrap/refusal.mjs";
import { freePort } from "./free-port.ts";

/** What the launcher decides by; everything else in the environment is for its children. */
export interface Settings {
  env: Env;
  host: string;
  port: number;
  /** Where a browser on this machine finds the product. */
  baseUrl: string;
  /** Absolute. */
  dataDir: string;
  isPublic: boolean;
}

/** @throws Refusal naming the variable that is not usable */
export async function readSettings(): Promise<Settings> {
  const configuration = readEnv();
  const host = configuration.HOST;
  const port = configuration.PORT || (await freePort());
  return {
    env: configuration,
    host,
    port,
    baseUrl: `http://${browsable(host)}:${port}`,
    dataDir: path.resolve(configuration.DATA_DIR),
    isPublic: !isLoopback(host),
  };
}

function readEnv(): Env {
  try {
    const configuration = env();
    parseAllowList(configuration.WEB_FETCH_ALLOW);
    return configuration;
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (net.isIPv4(host) && host.startsWith("127."));
}

/** "Every address" is nothing that a browser could open. */
function browsable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return net.isIPv6(host) ? `[${host}]` : host;
}
