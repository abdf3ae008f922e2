import { systemSql } from "#db/system.ts";
import { messageOf } from "#lib/errors.ts";
import { log } from "#lib/log.ts";
import { singleton } from "#lib/singleton.ts";
import { CHANNEL, type Notice } from "./notify.ts";

/**
 * Tells of something that is committed already, together with all else that is said at this moment. PostgreSQL lets transactions that
 * notify commit one after the other, each waiting for the disk, so what must be fast in numbers says it afterwards. A notice that is lost in
 * between costs time: whoever needs it looks at the rows too.
 */
export function notifySoon(...notices: readonly Notice[]): void {
  const pending = singleton("notices-to-send", (): { payloads: Set<string>; isSending: boolean } => ({
    payloads: new Set(),
    isSending: false,
  }));
  for (const notice of notices) pending.payloads.add(JSON.stringify(notice));
  if (pending.isSending || pending.payloads.size === 0) return;
  pending.isSending = true;
  setImmediate(async () => {
    while (pending.payloads.size > 0) {
      const payloads = [...pending.payloads];
      pending.payloads.clear();
      await send(payloads).catch((error: unknown) => log.warn("notices-lost", { count: payloads.length, error: messageOf(error) }));
    }
    pending.isSending = false;
  });
}

function send(payloads: string[]): Promise<unknown> {
  return systemSql((sql) => sql`select pg_notify(${CHANNEL}, payload) from jsonb_array_elements_text(${sql.json(payloads)}) as payload`);
}
