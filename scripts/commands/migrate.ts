import { Refusal } from "#scripts/bootstrap/refusal.mjs";
import { say, seconds } from "#scripts/bootstrap/say.mjs";
import { refuseUnusableDatabase, startPreparer } from "#scripts/database.ts";
import { refuseUnsafeExposure } from "#scripts/exposure.ts";
import { readSettings } from "#scripts/settings.ts";

/** Brings the database of DATABASE_URL up to date (and makes the owner that `ADMIN_*` names), before the machines that use it are started. */
export async function migrateDatabase(): Promise<number> {
  const since = Date.now();
  const settings = await readSettings();
  const { DATABASE_URL: url, AUTH_SECRET: secret } = settings.env;
  if (!url) throw new Refusal("DATABASE_URL is not set. The embedded database is brought up to date by every `npm start`.");
  refuseUnsafeExposure(settings);
  await refuseUnusableDatabase(url);
  await startPreparer().prepare({ adminUrl: url, secret: secret ?? "", baseUrl: settings.baseUrl });
  say(`The database is up to date (${seconds(since)})`);
  return 0;
}
