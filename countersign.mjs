#!/usr/bin/env node
// Runs on any Node.js from 20 on, before anything is installed: plain JavaScript, no packages. What it starts is in scripts/.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bringNode, isNewEnough } from "./scripts/bootstrap/node-runtime.mjs";
import { ensureInstalled } from "./scripts/bootstrap/npm-ci.mjs";
import { Refusal } from "./scripts/bootstrap/refusal.mjs";

const root = path.dirname(fileURLToPath(import.meta.url));
const HELP = `Usage: node countersign.mjs <command>

  start     the product: embedded PostgreSQL (unless DATABASE_URL is set), web and worker
  dev       the same, with pages built as they are asked for
  test      every check and every test
  verify    types, style, unused code and unit tests, in seconds
  bench     the figures
  build     the pages, when their sources changed
  migrate   brings the database of DATABASE_URL up to date
  web       the web alone, for installations on several machines (needs DATABASE_URL)
  worker    the worker alone (needs DATABASE_URL)

README.md lists the environment variables.
`;
const COMMANDS = ["start", "dev", "test", "verify", "bench", "build", "migrate", "web", "worker"];

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<number>} the exit code */
async function main(args) {
  const [command = "", ...rest] = args;
  if (["", "help", "-h", "--help"].includes(command) || ["-h", "--help"].includes(rest[0] ?? "")) {
    process.stdout.write(HELP);
    return command === "" ? 2 : 0;
  }
  if (!COMMANDS.includes(command)) {
    process.stderr.write(`There is no command "${command}".\n\n${HELP}`);
    return 2;
  }
  process.chdir(root);
  endWithParent();
  if (!isNewEnough(process.versions.node)) return runUnder(await bringNode(root), args);
  process.env.PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ""}`;
  await ensureInstalled(root, "Packages");
  const { run } = await import("./scripts/cli.ts");
  return run(command, rest);
}

/** This very program again, under the right Node.js; signals and the exit code pass through. */
function runUnder(node, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, [path.join(root, "countersign.mjs"), ...args], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + os.constants.signals[signal]));
  });
}

/**
 * Whoever started us may be killed without a word: the process above (its channel closes), or npm. npm runs its scripts through a shell,
 * which stays when npm goes, so that the parent's parent is watched too.
 */
function endWithParent() {
  const end = () => process.kill(process.pid, "SIGTERM");
  if (process.channel) {
    process.once("disconnect", end);
    process.channel.unref();
  } else if (process.env.npm_lifecycle_event) {
    const line = lineOfParents();
    const watch = setInterval(() => {
      if (lineOfParents() === line) return;
      clearInterval(watch);
      end();
    }, 500);
    watch.unref();
  }
}

function lineOfParents() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
    return `${parent} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}`;
  } catch {
    return String(parent);
  }
}
