import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { say, seconds } from "#scripts/bootstrap/say.mjs";
import { exitCode } from "#scripts/exit-code.ts";
import { CHECKS, type Check, tool } from "#scripts/test/checks.ts";
import { bringTestRequirements } from "#scripts/test/requirements.ts";
import { readTally, sumOf, TALLY_FILE, type Tally } from "#scripts/test/tally.ts";

/**
 * Everything: checks; unit, integration and database tests; browser tests against the built product. Ends with one line, "N passed, N failed".
 * @returns 0 only when something ran and nothing failed
 */
export async function test(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-tally-"));
  try {
    await bringTestRequirements();
    const checks: Tally[] = [];
    for (const check of CHECKS) checks.push(await tallyOfCheck(check));
    const reporters = ["--reporter=default", "--reporter=./scripts/test/vitest-tally.ts"];
    const vitest = await tallyOfRunner("Tests without a browser", tool("vitest"), ["run", ...reporters], path.join(folder, "vitest.json"));
    const playwright = await tallyOfRunner("Browser tests", tool("playwright"), ["test"], path.join(folder, "playwright.json"));
    const { passed, failed, told } = sumOf([...checks, vitest, playwright]);
    for (const line of told) say(line);
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    return failed === 0 && passed > 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tallyOfCheck(check: Check): Promise<Tally> {
  const since = Date.now();
  const { code, output } = await check.run();
  say(`${code === 0 ? "passed" : "FAILED"}  ${check.name} (${seconds(since)})`);
  if (code === 0) return { passed: 1, failed: 0, told: [] };
  process.stdout.write(`${output}\n`);
  return { passed: 0, failed: 1, told: [`failed: ${check.name}`] };
}

async function tallyOfRunner(name: string, program: string, args: string[], file: string): Promise<Tally> {
  const since = Date.now();
  say(`${name} …`);
  const child = spawn(program, args, {
    stdio: "inherit",
    env: { ...process.env, [TALLY_FILE]: file },
    shell: process.platform === "win32",
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  const tally = await readTally(file, exitCode(code, signal));
  say(`${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds(since)})`);
  return tally;
}
