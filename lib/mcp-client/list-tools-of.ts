import { z } from "zod";
import { ServerFailure } from "./server-failure.ts";
import type { ServerConnection } from "./with-server.ts";

const MAX_TOOLS = 500;
const MAX_PAGES = 50;
/** Of all tools together, as JSON: they are read one by one, stored, and shown on one page. */
const MAX_CHARS = 1_000_000;
const TIMEOUT_MS = 10_000;

/** As little as possible is asked of a list, so that one tool that is not as it should be takes none of the others with it. */
const page = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().max(4_000).nullish() });

/**
 * What a server says that its tools are, unread, in its order.
 * @throws ServerFailure also for more than 500 tools, a million characters, or pages without an end
 */
export async function listToolsOf(connection: ServerConnection): Promise<unknown[]> {
  const tools: unknown[] = [];
  let cursor: string | null = null;
  let chars = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const read: z.output<typeof page> = await connection.ask("tools/list", cursor === null ? {} : { cursor }, page, TIMEOUT_MS);
    tools.push(...read.tools);
    chars += read.tools.reduce((sum: number, tool) => sum + charsOf(tool), 0);
    if (tools.length > MAX_TOOLS) throw new ServerFailure("too_large", `The server lists more than ${MAX_TOOLS} tools.`);
    if (chars > MAX_CHARS) throw new ServerFailure("too_large", `The server's list of tools has more than ${MAX_CHARS} characters.`);
    cursor = read.nextCursor ?? null;
    if (cursor === null) return tools;
  }
  throw new ServerFailure("too_large", `The server lists its tools on more than ${MAX_PAGES} pages.`);
}

/** What is nested too deep to be written is set aside by itself later, and its depth is no length. */
function charsOf(tool: unknown): number {
  try {
    return JSON.stringify(tool).length;
  } catch {
    return 0;
  }
}
