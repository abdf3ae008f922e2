import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Refusal, refusalOfFileError } from "./refusal.mjs";
import { say, seconds } from "./say.mjs";
import { withLock } from "./wait-for-lock.mjs";

/**
 * Makes `node_modules` what the folder's lock file says, when it is not: `npm ci` checks every package against its recorded hash, and no
 * package runs code of its own. A marker in `node_modules` remembers for which lock file and platform that was done.
 * @param {string} folder
 * @param {string} what for the terminal: "Packages", "Node.js"
 */
export async function ensureInstalled(folder, what) {
  const marker = path.join(folder, "node_modules/.cs-lock");
  const lockFile = await readFile(path.join(folder, "package-lock.json"), "utf8");
  const wanted = createHash("sha256").update(`${lockFile}${process.platform}-${process.arch}`).digest("hex");
  const isDone = async () => (await readFile(marker, "utf8").catch(() => "")) === wanted;
  if (await isDone()) return;
  try {
    await withLock(path.join(folder, ".cs-install.lock"), "installing packages", async () => {
      if (await isDone()) return;
      if (!(await isInstalled(folder, lockFile))) await install(folder, what);
      await writeFile(marker, wanted);
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refusalOfFileError(error, folder, "move the project to a folder elsewhere");
  }
}

/**
 * A developer's `npm install` leaves no marker of ours but its own list, which npm writes last: the same versions with the same hashes need
 * no second installation. Packages for this platform must be there; other optional ones may be missing.
 * @param {string} folder
 * @param {string} lockFile
 */
async function isInstalled(folder, lockFile) {
  const list = path.join(folder, "node_modules/.package-lock.json");
  if (!existsSync(list)) return false;
  const installed = JSON.parse(await readFile(list, "utf8")).packages;
  return Object.entries(JSON.parse(lockFile).packages).every(([name, wanted]) => {
    if (name === "") return true;
    const found = installed[name];
    if (found) return found.version === wanted.version && found.integrity === wanted.integrity;
    const isForHere = (wanted.os?.includes(process.platform) ?? false) && (wanted.cpu?.includes(process.arch) ?? true) && !wanted.libc;
    return Boolean(wanted.optional || wanted.devOptional) && !isForHere;
  });
}

/** @param {string} folder @param {string} what */
async function install(folder, what) {
  const since = Date.now();
  say(`${what}: installing from the lock file …`);
  // The environment is passed as it is: npm's proxy and certificate settings live there. Development packages too: the pages are built here.
  const args = ["ci", "--ignore-scripts", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  const { code, words } = await npm(args, folder);
  if (code === 0) return say(`${what}: installed in ${seconds(since)}`);
  if (/ENOSPC|no space left/i.test(words))
    throw refusalOfFileError(Object.assign(new Error(words), { code: "ENOSPC" }), folder, "move the project to another disk");
  throw new Refusal(
    `${what}: npm could not install them; its own words are above. Without a way to the npm registry (proxy, offline), set npm's proxy or registry, and start again.`,
  );
}

/** @param {string[]} args @param {string} cwd @returns {Promise<{ code: number | null, words: string }>} */
function npm(args, cwd) {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === "win32";
    const child = spawn(isWindows ? "npm.cmd" : "npm", args, { cwd, stdio: ["ignore", "inherit", "pipe"], shell: isWindows });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
    for (const signal of signals) process.on(signal, forward);
    let words = "";
    child.stderr.on("data", (chunk) => {
      words += chunk;
      process.stderr.write(chunk);
    });
    child.once("error", () => reject(new Refusal("npm was not found. Install it (it comes with Node.js), and start again.")));
    child.once("close", (code, signal) => {
      for (const name of signals) process.off(name, forward);
      if (signal) reject(new Refusal("The installation was stopped; the next start begins it again."));
      else resolve({ code, words });
    });
  });
}
