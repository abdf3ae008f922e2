import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { analyzeShellCommand } from "./analyze-command.ts";
import { randomShellText } from "./test-shell-text.ts";

const PROGRAMS = Array.from({ length: 26 }, (_, at) => `p${String.fromCharCode(97 + at)}q`);
const ROUNDS = 300;

const folder = mkdtempSync(join(tmpdir(), "countersign-shell-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Programs that note that they ran, and those that run another one: nothing else can be started. */
function makePrograms(): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
  writeFileSync(join(bin, "noting"), '#!/bin/sh\necho "${0##*/}" >> "$LOG"\n');
  chmodSync(join(bin, "noting"), 0o755);
  for (const name of PROGRAMS) symlinkSync("noting", join(bin, name));
  for (const name of ["env", "nice", "timeout", "nohup", "sh"]) symlinkSync(`/usr/bin/${name}`, join(bin, name));
  return bin;
}

/** What a shell starts of a text, in a folder of its own. */
function started(text: string, bin: string): string[] {
  const cwd = mkdtempSync(join(folder, "run-"));
  const log = join(cwd, "log");
  writeFileSync(join(cwd, "g"), "");
  const environment = { PATH: bin, LOG: log } as unknown as NodeJS.ProcessEnv;
  spawnSync("/bin/sh", ["-c", `${text}\nwait`], { cwd, env: environment, stdio: "ignore", timeout: 5_000 });
  return existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
}

it("names every program that a real shell starts, in texts made at random, or says that it cannot", { timeout: 60_000 }, async () => {
  const bin = makePrograms();
  const random = seeded(20261130);
  let seen = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const text = randomShellText(random, PROGRAMS);
    const { names, unreadable } = await analyzeShellCommand(text);
    if (unreadable !== null) continue;
    const ran = started(text, bin);
    expect(
      ran.filter((name) => !names.includes(name)),
      text,
    ).toEqual([]);
    seen += ran.length;
  }
  expect(seen).toBeGreaterThan(300);
});

/** Mulberry32: the same numbers each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
