import { Refusal } from "#scripts/bootstrap/refusal.mjs";
import { say } from "#scripts/bootstrap/say.mjs";
import { ensureBuilt } from "#scripts/build.ts";
import { refuseUnusableDatabase, startPreparer } from "#scripts/database.ts";
import { refuseUnsafeExposure } from "#scripts/exposure.ts";
import { refuseTakenPort } from "#scripts/port.ts";
import { type ServiceName, startServices } from "#scripts/services.ts";
import { readSettings } from "#scripts/settings.ts";
import { aborted, listenForStop } from "#scripts/stop-signal.ts";
import { startWatchdog } from "#scripts/supervisor/watchdog-client.ts";

/**
 * The web or the worker alone, for installations on several machines: on a database and with a secret that all of them share. Whoever comes
 * first brings the database up to date.
 */
export async function runOneService(name: ServiceName): Promise<number> {
  const settings = await readSettings();
  const { DATABASE_URL: url, AUTH_SECRET: secret } = settings.env;
  if (!url)
    throw new Refusal(
      `DATABASE_URL is not set. The ${name} alone needs the PostgreSQL that all machines share; \`npm start\` brings one for a single machine.`,
    );
  refuseUnsafeExposure(settings);
  await refuseUnusableDatabase(url);
  if (name === "web") await refuseTakenPort(settings.port, settings.host, false);

  const { stop, hurry } = listenForStop();
  const failed = new AbortController();
  const preparer = startPreparer();
  stop.addEventListener("abort", preparer.dismiss, { once: true });
  const { appUrl, setupLink } = await preparer.prepare({ adminUrl: url, secret: secret ?? "", baseUrl: settings.baseUrl });
  const watchdog = startWatchdog(settings.dataDir);
  try {
    if (name === "web") await ensureBuilt({ signal: stop, onProcess: watchdog.follow() });
    if (stop.aborted) return 0;
    const onHopeless = () => failed.abort(new Refusal(`The ${name} ends as soon as it is started; the reason is above.`));
    const services = startServices({ names: [name], mode: "production", settings, appUrl, secret: secret ?? "", watchdog, onHopeless });
    say(name === "web" ? `The web listens at ${settings.baseUrl}` : "The worker runs");
    if (name === "web" && setupLink) say(`Not set up yet: make your organization at ${setupLink}`);
    await aborted(AbortSignal.any([stop, failed.signal]));
    await services.stop(hurry);
    failed.signal.throwIfAborted();
    return 0;
  } finally {
    watchdog.dismiss();
  }
}
