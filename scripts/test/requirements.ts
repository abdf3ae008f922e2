import { existsSync } from "node:fs";
import path from "node:path";
import { say } from "#scripts/bootstrap/say.mjs";
import { run } from "#scripts/run.ts";

/** Programs that the tests use beside Node.js, and Debian's packages of them. */
const PACKAGES = { chromium: "chromium", bwrap: "bubblewrap", "redis-server": "redis-server" } as const;

/**
 * Brings what the tests need: as root on Debian and its like from the distribution, elsewhere the browser alone, by Playwright's own
 * installer. Says what it could not bring; the tests that need it then fail by name.
 */
export async function bringTestRequirements(): Promise<void> {
  const missing = Object.entries(PACKAGES).filter(([program]) => !isInstalled(program));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && isInstalled("apt-get")) return installFromDebian(missing.map(([, name]) => name));
  const others = missing.filter(([program]) => program !== "chromium").map(([, name]) => name);
  if (others.length > 0) say(`Not installed, and not ours to install without root: ${others.join(", ")}. Tests that need them fail.`);
  if (!isInstalled("chromium")) await installWithPlaywright();
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => folder !== "" && existsSync(path.join(folder, program)));
}

async function installFromDebian(packages: string[]): Promise<void> {
  say(`Tests: installing ${packages.join(", ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  const { code, output } = await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
  if (code !== 0)
    say(`Tests: apt-get could not install them, so tests that need them fail. ${output.trim().split("\n").slice(-3).join(" ")}`);
}

async function installWithPlaywright(): Promise<void> {
  say("Tests: installing Chromium with Playwright …");
  const { code, output } = await run(process.execPath, [path.resolve("node_modules/playwright/cli.js"), "install", "chromium"]);
  if (code !== 0)
    say(`Tests: Playwright could not install Chromium, so browser tests fail. ${output.trim().split("\n").slice(-3).join(" ")}`);
}
