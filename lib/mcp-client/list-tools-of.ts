import { z } from "zod";
import { ServerFailure } from "./server-failure.ts";
import type { ServerConnection } from "./with-server.ts";

const MAX_TOOLS = 500;
const MAX_PAGES = 50;
const TIMEOUT_MS = 10_000;

/** As little as possible is asked of a list, so that one tool that is not as it should be takes none of the others with it. */
const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().max(4_000).nullish() });

/**
 * What a server says that its tools are, unread, in its order.
 * @throws ServerFailure also for more than 500 tools, or pages without an end
 */
export async function listToolsOf(connection: ServerConnection): Promise<unknown[]> {
  const tools: unknown[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const read: z.output<typeof page> = await connection.ask("tools/list", cursor === null ? {} : { cursor }, page, TIMEOUT_MS);
    tools.push(...read.tools);
    if (tools.length > MAX_TOOLS) throw new ServerFailure("too_large", `The server lists more than ${MAX_TOOLS} tools.`);
    cursor = read.nextCursor ?? null;
    if (cursor === null) return tools;
  }
  throw new ServerFailure("too_large", `The server lists its tools on more than ${MAX_PAGES} pages.`);
}
