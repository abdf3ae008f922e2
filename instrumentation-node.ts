import { connections } from "#db/client.ts";
import { assertTenantIsolation } from "#db/security.ts";
import { env } from "#lib/env.ts";
import { messageOf } from "#lib/errors.ts";
import { hub } from "#lib/events/hub.ts";
import { log } from "#lib/log.ts";

// An open event stream would keep the server alive after SIGTERM: they close, their readers resume at the next process.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => hub().shutdown());

// Without the launcher there is no database to check; every request says so.
if (env().COUNTERSIGN_APP_DATABASE_URL) {
  try {
    await assertTenantIsolation(connections().raw);
  } catch (error) {
    log.error("start-refused", { detail: messageOf(error) });
    process.exit(1);
  }
}
