import { connections } from "#db/client.ts";
import { assertTenantIsolation } from "#db/security.ts";
import { acceptLeases } from "#lib/agent/accept-leases.ts";
import { env } from "#lib/env.ts";
import { messageOf } from "#lib/errors.ts";
import { hub } from "#lib/events/hub.ts";
import { keepBeating } from "#lib/health/keep-beating.ts";
import { log } from "#lib/log.ts";
import { flushBeforeExit } from "#lib/tracing/flush-before-exit.ts";
import { startTracing } from "#lib/tracing/tracing.ts";

// An open event stream would keep the server alive after SIGTERM: they close, their readers resume at the next process.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => hub().shutdown());

// Without the launcher there is no database to check; every request says so.
if (env().COUNTERSIGN_APP_DATABASE_URL) {
  try {
    if (await startTracing("countersign-web")) hub().once("shutdown", flushBeforeExit);
    await assertTenantIsolation(connections().raw);
    await acceptLeases();
    const heart = await keepBeating("web");
    hub().once("shutdown", () => void heart.stop());
  } catch (error) {
    log.error("start-refused", { detail: messageOf(error) });
    process.exit(1);
  }
}
