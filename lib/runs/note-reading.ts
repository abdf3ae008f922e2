import { type ReadFrom, withRead } from "#lib/tools/read-from.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { RunState } from "./run-state.ts";

/**
 * Takes into the state whose text from outside a call brought, and gives the write that keeps it with the chat; null when it was read there before. To be
 * written with the record of the call: no later driver, and no later run of the chat, can have the text and not know of it. The driver of the chat's one
 * run is the only writer.
 */
export function noteReading({ tenantId }: Lease, state: RunState, now: Partial<ReadFrom> | undefined): Write | null {
  const readFrom = withRead(state.readFrom, now);
  if (readFrom === state.readFrom) return null;
  state.readFrom = readFrom;
  return (sql) =>
    sql`update chats set read_from = ${sql.json(readFrom as never)} where tenant_id = ${tenantId} and id = ${state.run.chatId}`;
}
