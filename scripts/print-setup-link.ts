// A process of its own, so that the launcher holds no connection to the database while the product runs.
import { closeConnections } from "#db/client.ts";
import { setupLink } from "#lib/members/setup-link.ts";

const link = await setupLink(process.argv[2] ?? "");
if (link) process.stdout.write(link);
await closeConnections();
