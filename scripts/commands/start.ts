import { messageOf } from "#lib/errors.ts";
import { Refusal } from "#scripts/bootstrap/refusal.mjs";
import { say, seconds } from "#scripts/bootstrap/say.mjs";
import { ensureBuilt } from "#scripts/build.ts";
import { takeDataDir } from "#scripts/data-dir.ts";
import { type Preparer, refuseUnusableDatabase, startPreparer } from "#scripts/database.ts";
import { refuseUnsafeExposure } from "#scripts/exposure.ts";
import { waitUntilHealthy } from "#scripts/health.ts";
import { refuseTakenPort } from "#scripts/port.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { stayUp } from "#scripts/postgres/stay-up.ts";
import { sandboxAdvice } from "#scripts/sandbox-advice.ts";
import { authSecret } from "#scripts/secrets.ts";
import { type Mode, startServices } from "#scripts/services.ts";
import { readSettings, type Settings } from "#scripts/settings.ts";
import { aborted, listenForStop, type StopSignal } from "#scripts/stop-signal.ts";
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
  const signals = listenForStop();
  const lock = await takeDataDir(settings.dataDir, settings.baseUrl);
  const watchdog = startWatchdog(settings.dataDir);
  const preparer = startPreparer();
  const undo: (() => Promise<void>)[] = [lock.release];
  try {
    await refuseTakenPort(settings.port, settings.host, lock.tookOver);
    await serve({ mode, settings, watchdog, preparer, signals, undo });
  } catch (error) {
    if (!signals.stop.aborted) throw error;
  } finally {
    preparer.dismiss();
    if (signals.stop.aborted) say("Stopping …");
    for (const step of undo.reverse()) await step().catch((error) => say(`While stopping: ${messageOf(error)}`));
    watchdog.dismiss();
  }
  say("Stopped");
  return 0;
}

interface Launch {
  mode: Mode;
  settings: Settings;
  watchdog: Watchdog;
  preparer: Preparer;
  signals: StopSignal;
  /** What is to be done at the end, last things first; grows as things are started. */
  undo: (() => Promise<void>)[];
}

/** Resolves when it was told to stop; rejects when something failed, with everything that it began at an end. */
async function serve({ mode, settings, watchdog, preparer, signals, undo }: Launch): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([signals.stop, failed.signal]);
  signal.addEventListener("abort", preparer.dismiss, { once: true });
  const secret = await authSecret(settings.dataDir, settings.env.AUTH_SECRET);
  const bringDatabase = async () => {
    const adminUrl = settings.env.DATABASE_URL ?? (await startDatabase(settings, watchdog, undo));
    signal.throwIfAborted();
    return preparer.prepare({ adminUrl, secret, baseUrl: settings.baseUrl });
  };
  const building = mode === "production" ? ensureBuilt({ signal, onProcess: watchdog.follow() }) : Promise.resolve();
  const preparing = bringDatabase();
  const [{ appUrl, setupLink }] = await Promise.all([preparing, building]).catch(async (error) => {
    failed.abort();
    await Promise.allSettled([preparing, building]);
    throw error;
  });
  signal.throwIfAborted();
  const onHopeless = (name: string) => failed.abort(new Refusal(`The ${name} ends as soon as it is started; the reason is above.`));
  const services = startServices({ names: ["web", "worker"], mode, settings, appUrl, secret, watchdog, onHopeless });
  undo.push(() => services.stop(signals.hurry));
  await announce(settings, setupLink, signal);
  await aborted(signal);
  failed.signal.throwIfAborted();
}

/** @returns the owner's address */
async function startDatabase({ dataDir }: Settings, watchdog: Watchdog, undo: Launch["undo"]): Promise<string> {
  const since = Date.now();
  const embedded = await startEmbeddedPostgres({ dataDir });
  undo.push(embedded.stop, stayUp(embedded, say).stop);
  watchdog.tell({ kind: "postgres", place: embedded.place });
  if (embedded.place.note) say(embedded.place.note);
  say(`Database: ${embedded.reused ? "running already, used again" : `started in ${seconds(since)}`}, on 127.0.0.1:${embedded.port}`);
  return embedded.adminUrl;
}

async function announce({ baseUrl, env }: Settings, setupLink: string | null, signal: AbortSignal): Promise<void> {
  const reachable = baseUrl.replace("//localhost:", "//127.0.0.1:");
  const isHealthy = await waitUntilHealthy(reachable, signal, (answer) => say(`Not well after a minute. /api/health says: ${answer}`));
  if (!isHealthy) return;
  say(`Ready: ${baseUrl}   (Ctrl-C stops everything)`);
  if (setupLink) say(`Not set up yet: make your organization at ${setupLink}`);
  const advice = sandboxAdvice(env.SANDBOX);
  if (advice) say(advice);
}
