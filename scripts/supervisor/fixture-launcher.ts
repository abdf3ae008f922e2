// A launcher in small, for the test that kills it: the real watchdog, database keeper and services, around two programs that do nothing.
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { startService } from "./service.ts";
import { startWatchdog } from "./watchdog-client.ts";

const [dataDir = "", ...programs] = process.argv.slice(2);
const watchdog = startWatchdog(dataDir);
const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
watchdog.tell({ kind: "postgres", place: embedded.place });
const pids = programs.map((program) => {
  let started: number | null = null;
  const follow = watchdog.follow();
  const onProcess = (pid: number | null) => {
    started = pid;
    follow(pid);
  };
  startService({ name: "web", args: [program], env: process.env, onProcess, onHopeless: () => undefined });
  return started;
});
process.stdout.write(`${JSON.stringify({ port: embedded.port, pids })}\n`);
