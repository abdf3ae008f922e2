import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { endGroups, signalGroup } from "./groups.ts";
import { type Service, startService } from "./service.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-service-"));
const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a service", () => {
  it("is started again when it was killed, as often as that happens", async () => {
    const { pids, onHopeless } = run("lives", "setInterval(() => undefined, 1000)");
    for (let kills = 1; kills <= 3; kills += 1) {
      signalGroup(pids.at(-1) ?? 0, "SIGKILL");
      await vi.waitFor(() => expect(pids.length).toBe(kills + 1), 10_000);
    }
    expect(new Set(pids).size).toBe(pids.length);
    expect(onHopeless).not.toHaveBeenCalled();
  });

  it.each([0, 3])("is given up when it ends by itself again and again (exit code %i)", async (code) => {
    const { pids, onHopeless } = run("fails", `process.exit(${code})`);
    await vi.waitFor(() => expect(onHopeless).toHaveBeenCalledOnce(), 15_000);
    expect(pids).toHaveLength(5);
  });

  it("may have a channel to a process of its own, which keeps that one waiting (as `next dev` does)", async () => {
    const answer = path.join(folder, "answer");
    const child = program(
      "waits",
      `process.once("message", async (word) => (await import("node:fs")).writeFileSync(${JSON.stringify(answer)}, word));`,
    );
    run(
      "forks",
      `const child = (await import("node:child_process")).fork(${JSON.stringify(child)}, { execArgv: process.execArgv }); setTimeout(() => child.send("heard"), 700);`,
    );
    await vi.waitFor(() => expect(readFileSync(answer, "utf8")).toBe("heard"), 10_000);
  });

  it("is not started again once it is retired", async () => {
    const { pids, service } = run("retires", "setInterval(() => undefined, 1000)");
    service.retire();
    await endGroups(pids);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pids).toHaveLength(1);
  });

  it("is ended with all that it started when it does not listen", async () => {
    const child = JSON.stringify(program("grandchild", "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)"));
    const { pids, service } = run(
      "deaf",
      `process.on("SIGTERM", () => undefined); (await import("node:child_process")).spawn(process.execPath, [${child}]); setInterval(() => undefined, 1000)`,
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    service.retire();
    await endGroups(pids, 200);
    expect(pids.some((pid) => signalGroup(pid, 0))).toBe(false);
  });
});

function run(name: string, source: string) {
  const pids: number[] = [];
  const onHopeless = vi.fn();
  const onProcess = (pid: number | null) => {
    if (pid !== null) pids.push(pid);
  };
  const service: Service = startService({ name: "worker", args: [program(name, source)], env: process.env, onProcess, onHopeless });
  cleanUps.push(async () => {
    service.retire();
    await endGroups(pids, 0);
  });
  return { pids, service, onHopeless };
}

function program(name: string, source: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return file;
}
