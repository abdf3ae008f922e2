import { spawnSync } from "node:child_process";

/** Each prints its rows by itself: a process of its own, so that none warms up or slows down another. */
const BENCHES = [
  "gate",
  "sandbox",
  "turns",
  "streams",
  "stop",
  "decisions",
  "approvals-queue",
  "long-chat",
  "slow-device",
  "schedules",
  "metrics",
  "audit",
  "replay",
  "page-weight",
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench named ${unknown.join(", ")}. There are: ${BENCHES.join(", ")}.\n`);
  process.exit(1);
}
let failed = 0;
for (const name of wanted.length > 0 ? wanted : BENCHES) {
  process.stdout.write(`\n# ${name}\n`);
  if (spawnSync(process.execPath, [`bench/${name}.ts`], { stdio: "inherit" }).status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
