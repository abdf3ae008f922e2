import { listToolsOf } from "#lib/mcp-client/list-tools-of.ts";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { withServer } from "#lib/mcp-client/with-server.ts";
import { examineTools } from "./examine-tools.ts";

/** The whole of it: greeting, and all pages of the list. */
const TIMEOUT_MS = 20_000;

/**
 * Asks a server what its tools are.
 * @throws ServerFailure
 */
export async function readServerTools(name: string, address: ServerAddress, signal?: AbortSignal): ReturnType<typeof examineTools> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const listed = await withServer(address, signal ? AbortSignal.any([signal, limit]) : limit, listToolsOf).catch((error) => {
    if (limit.aborted && !signal?.aborted)
      throw new ServerFailure("timeout", `The server did not list its tools within ${TIMEOUT_MS / 1_000} s.`);
    throw error;
  });
  return examineTools(name, listed);
}
