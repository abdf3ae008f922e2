// The migrator's process (`database.ts`): what to do comes in on its standard input, the application role's address goes out.
import { json } from "node:stream/consumers";
import { migrate } from "#db/migrate.ts";
import { messageOf } from "#lib/errors.ts";

const { adminUrl, appPassword } = (await json(process.stdin)) as { adminUrl: string; appPassword: string };
try {
  process.stdout.write((await migrate(adminUrl, { appPassword })).appUrl);
} catch (error) {
  process.stderr.write(`\n${messageOf(error)}\n`);
  process.exitCode = 1;
}
