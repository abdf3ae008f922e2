import path from "node:path";
import { Refusal } from "#scripts/bootstrap/refusal.mjs";
import { say, seconds } from "#scripts/bootstrap/say.mjs";
import { ensureBuilt } from "#scripts/build.ts";
import { takeDataDir } from "#scripts/data-dir.ts";
import { refuseUnusableDatabase, startMigrator } from "#scripts/database.ts";
import { refuseUnsafeExposure } from "#scripts/exposure.ts";
import { waitUntilHealthy } from "#scripts/health.ts";
import { refuseTakenPort } from "#scripts/port.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { run } from "#scripts/run.ts";
import { sandboxAdvice } from "#scripts/sandbox-advice.ts";
import { authSecret } from "#scripts/secrets.ts";
import { type Mode, type Services, startServices } from "#scripts/services.ts";
import { readSettings, type Settings } from "#scripts/settings.ts";
import { aborted, listenForStop } from "#scripts/stop-signal.ts";
import { startWatchdog, type Watchdog } from "#scripts/supervisor/watchdog-client.ts";

/**
 * The whole product on this machine, until it is told to stop.
 * @returns the exit code: 0 after a stop that was asked for
 * @throws Refusal when something that a person can mend is in the way; everything that was started is stopped before
 */
export async function start(mode: Mode): Promise<number> {
  const settings = await readSettings();
  refuseUnsafeExposure(settings);
  if (settings.env.DATABASE_URL) await refuseUnusableDatabase(settings.env.DATABASE_URL);
  const { stop, hurry } = listenForStop();
  const lock = await takeDataDir(settings.dataDir, settings.baseUrl);
  const failed = new AbortController();
  const signal = AbortSignal.any([stop, failed.signal]);
  const watchdog = startWatchdog(settings.dataDir);
  const secret = await authSecret(settings.dataDir, settings.env.AUTH_SECRET);
  let embedded: EmbeddedPostgres | undefined;
  let services: Services | undefined;

  const migrator = startMigrator();
  const bringDatabase = async () => {
    if (!settings.env.DATABASE_URL) embedded = await startDatabase(settings, watchdog);
    signal.throwIfAborted();
    return migrator.prepare(embedded?.adminUrl ?? settings.env.DATABASE_URL ?? "", secret);
  };

  try {
    await refuseTakenPort(settings.port, settings.host, lock.tookOver);
    const building = mode === "production" ? ensureBuilt(signal) : Promise.resolve();
    const preparing = bringDatabase();
    const appUrl = await Promise.all([preparing, building]).then(
      ([url]) => url,
      async (error) => {
        failed.abort();
        await Promise.allSettled([preparing, building]);
        throw error;
      },
    );
    signal.throwIfAborted();
    const onHopeless = (name: string) => failed.abort(new Refusal(`The ${name} ends as soon as it is started; the reason is above.`));
    services = startServices({ names: ["web", "worker"], mode, settings, appUrl, secret, watchdog, onHopeless });
    await announce(settings, { appUrl, secret, signal });
    await aborted(signal);
    if (failed.signal.aborted) throw failed.signal.reason;
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    migrator.dismiss();
    if (stop.aborted) say("Stopping …");
    await services?.stop(hurry);
    await embedded?.stop();
    await lock.release();
    watchdog.dismiss();
  }
  say("Stopped");
  return 0;
}

async function startDatabase({ dataDir }: Settings, watchdog: Watchdog): Promise<EmbeddedPostgres> {
  const since = Date.now();
  const embedded = await startEmbeddedPostgres({ dataDir });
  watchdog.tell({ kind: "postgres", place: embedded.place });
  if (embedded.place.note) say(embedded.place.note);
  say(`Database: ${embedded.reused ? "running already, used again" : `started in ${seconds(since)}`}, on 127.0.0.1:${embedded.port}`);
  return embedded;
}

async function announce(
  settings: Settings,
  { appUrl, secret, signal }: { appUrl: string; secret: string; signal: AbortSignal },
): Promise<void> {
  const reach = settings.baseUrl.replace("//localhost:", "//127.0.0.1:");
  const isHealthy = await waitUntilHealthy(reach, signal, (answer) => say(`Not well after a minute. /api/health says: ${answer}`));
  if (!isHealthy) return;
  say(`Ready: ${settings.baseUrl}   (Ctrl-C stops everything)`);
  const advice = sandboxAdvice(settings.env.SANDBOX);
  if (advice) say(advice);
  const env = { ...process.env, COUNTERSIGN_APP_DATABASE_URL: appUrl, AUTH_SECRET: secret, DATA_DIR: settings.dataDir };
  const link = await run(process.execPath, [path.resolve("scripts/print-setup-link.ts"), settings.baseUrl], { env, signal });
  if (signal.aborted) return;
  if (link.code !== 0) say(`The set-up link could not be made: ${link.output.trim()}`);
  else if (link.output) say(`First start: make your organization at ${link.output}`);
}
