// The preparer's process (`database.ts`): what to do comes in on its standard input, what came of it goes out as one line of JSON.
import { json } from "node:stream/consumers";
import pg from "pg";
import { closeConnections } from "#db/client.ts";
import { LOCKS } from "#db/lock.ts";
import { migrate } from "#db/migrate.ts";
import { messageOf } from "#lib/errors.ts";
import { prepareInstallation } from "#lib/members/prepare-installation.ts";
import type { Preparation, PreparedDatabase } from "./database.ts";
import { databaseRolePassword } from "./secrets.ts";

const { adminUrl, secret, baseUrl } = (await json(process.stdin)) as Preparation;
const turn = new pg.Client({ connectionString: adminUrl });
try {
  // Machines that start together take turns: the first makes the owner, the others find one.
  await turn.connect();
  await turn.query("select pg_advisory_lock($1)", [LOCKS.preparation]);
  const { appUrl } = await migrate(adminUrl, { appPassword: databaseRolePassword(secret) });
  // From here on this process is the product, under the application's role.
  process.env.COUNTERSIGN_APP_DATABASE_URL = appUrl;
  process.env.AUTH_SECRET = secret;
  const { setupLink } = await prepareInstallation(baseUrl);
  await closeConnections();
  const prepared: PreparedDatabase = { appUrl, setupLink };
  process.stdout.write(JSON.stringify(prepared));
} catch (error) {
  process.stderr.write(`\n${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await turn.end();
}
