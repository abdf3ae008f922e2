import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { newId, type TenantId, type ToolCallId } from "#lib/ids.ts";
import { openOutputLog, readOutputLog } from "./output-log.ts";
import { runCommand } from "./run-command.ts";
import { countProcesses, inSandbox, takeDataFolder, testWorkspace } from "./test-sandbox.ts";

takeDataFolder();

describe("a command ends with everything that it started", () => {
  it("at its time limit, daemons and deaf children included, in 30 runs of 30", { timeout: 60_000 }, async () => {
    const oneRun = async (run: number): Promise<void> => {
      const mark = `31${process.pid}.${run}`;
      const daemon = `setsid sh -c "(sleep ${mark} &) ; exec >/dev/null 2>&1 ; sleep ${mark}"`;
      const command = `trap '' TERM HUP INT; setsid sleep ${mark} & (${daemon} &); nohup sleep ${mark} > /dev/null 2>&1 & sleep ${mark}`;
      const result = await inSandbox(command, { timeoutMs: 300 });
      expect(countProcesses(mark), `run ${run}`).toBe(0);
      expect(result).toMatchObject({ end: "timeout", exitCode: null });
    };
    for (let run = 0; run < 30; run += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => oneRun(run + more)));
  });

  it("when it has done its work and left others in the background", async () => {
    const mark = `32${process.pid}.5`;
    const { exitCode, text, durationMs } = await inSandbox(`(setsid sleep ${mark} &) ; sleep ${mark} & echo done`);
    expect({ exitCode, text }).toEqual({ exitCode: 0, text: "done\n" });
    expect(countProcesses(mark)).toBe(0);
    expect(durationMs).toBeLessThan(2_000);
  });

  it("when the call is cancelled, before it began too", async () => {
    const mark = `33${process.pid}.5`;
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    expect(await inSandbox(`sleep ${mark}`, { signal: controller.signal })).toMatchObject({ end: "cancelled", exitCode: null });
    expect(await inSandbox(`sleep ${mark}`, { signal: controller.signal })).toMatchObject({ end: "cancelled" });
    expect(countProcesses(mark)).toBe(0);
  });
});

describe("a command has limits", () => {
  it("of processes: a fork bomb stays small and ends with the command", async () => {
    const { text } = await inSandbox(
      `perl -e '$n = 0; while ($n < 3000) { my $p = fork; last unless defined $p; if ($p == 0) { sleep 20; exit } $n++ } print $n'`,
    );
    expect(Number(text)).toBeGreaterThan(100);
    expect(Number(text)).toBeLessThanOrEqual(256);
    // In the shell's place: a bomb that was quicker leaves it no process for a `sleep` of its own.
    const bomb = await inSandbox("b() { b | b & }; b; exec sleep 20", { timeoutMs: 1_000 });
    expect(bomb.end).toBe("timeout");
    expect(await inSandbox("echo alive")).toMatchObject({ text: "alive\n" });
  });

  it.each([
    ["memory of one process", `perl -e '$x = "a" x 3e9; print length $x'`],
    ["the size of a file", "head -c 70000000 /dev/zero > big"],
    ["what fits in /tmp", "for i in 1 2 3; do head -c 30000000 /dev/zero > /tmp/$i || exit 1; done"],
    ["what fits in /dev/shm", "for i in 1 2 3; do head -c 30000000 /dev/zero > /dev/shm/$i || exit 1; done"],
    ["open files", `perl -e 'for (1..300) { open($f[$_], "<", "/dev/null") or exit 1 }'`],
  ])("of %s", async (_, command) => {
    const { end, exitCode } = await inSandbox(command);
    expect({ end, failed: exitCode !== 0 }).toEqual({ end: "exit", failed: true });
  });

  it("and gives way to the server: less processor time, and the first to go when memory runs out", async () => {
    const nice = Math.min(getPriority() + 10, 19);
    expect((await inSandbox("nice; cat /proc/self/oom_score_adj")).text).toBe(`${nice}\n1000\n`);
  });

  it.each([
    ["", `for i in 1 2 3 4 5; do perl -e '$x = "a" x 7e8; sleep 15' & done; wait`],
    [
      ", also when a thread of one started them",
      `perl -Mthreads -e 'threads->create(sub { for (1..5) { fork or do { my $n = 7e8; my $x = "a" x $n; sleep 15; exit } } sleep 15 })->join'`,
    ],
  ])("of memory in all its processes together%s", async (_, command) => {
    expect(await inSandbox(command)).toMatchObject({ end: "memory_limit" });
  });
});

describe("output", () => {
  it("that cannot be kept does not stop the command; the result says that it was not kept", async () => {
    const { DATA_DIR } = process.env;
    const tenantId = newId<TenantId>();
    const folder = join(DATA_DIR ?? "", "command-output");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, tenantId), "a file where a folder should be");
    const result = await runCommand({
      command: "echo done",
      workspace: await testWorkspace(),
      timeoutMs: 5_000,
      signal: new AbortController().signal,
      tenantId,
      callId: newId<ToolCallId>(),
    });
    expect(result).toMatchObject({ exitCode: 0, logId: null, output: { totalBytes: 5 } });
  });

  it("older than 30 days is removed on the way", async () => {
    const [tenantId, old] = [newId<TenantId>(), newId<ToolCallId>()];
    const folder = join(process.env.DATA_DIR ?? "", "command-output", tenantId);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, old), "old");
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    utimesSync(join(folder, old), longAgo, longAgo);
    const log = openOutputLog(tenantId, newId<ToolCallId>());
    await log.close();
    await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1));
    await expect(readOutputLog(tenantId, old)).rejects.toMatchObject({ code: "not_found" });
  });

  it("that does not end is stopped, without filling the memory of the server", async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    for (const command of ["yes", "head -c 2000000000 /dev/zero", "yes | cat -A"]) {
      const { end, output, durationMs } = await inSandbox(command, {
        onChunk: () => {
          most = Math.max(most, process.memoryUsage().rss);
        },
      });
      expect(end).toBe("output_limit");
      expect(output.totalBytes).toBe(8 * 1024 * 1024);
      expect(output.droppedBytes).toBe(output.totalBytes - output.head.length - output.tail.length);
      expect(durationMs).toBeLessThan(10_000);
    }
    // The second writes ten times as much; what is left is what the collector has not looked at yet.
    expect(most - before).toBeLessThan(200 * 1024 * 1024);
  });

  it.each([
    [
      "to /dev/stdout, /dev/stderr and /dev/fd/1",
      "echo one > /dev/stdout; echo two > /dev/stderr; echo three > /dev/fd/1",
      "one\ntwo\nthree\n",
    ],
    ["by programs that open it", "echo one | tee /dev/stderr | sed s/one/two/ > /dev/stdout", "one\ntwo\n"],
    ["by a background process that names it", "(echo one > /dev/stdout) & wait; echo two", "one\ntwo\n"],
  ])("is read as well when it is written %s", async (_, command, text) => {
    expect(await inSandbox(command)).toMatchObject({ exitCode: 0, text });
  });

  it("is kept whole, in order, and can be read in parts by its own organization only", async () => {
    const [tenantId, callId] = [newId<TenantId>(), newId<ToolCallId>()];
    const command = 'perl -e \'$| = 1; for (1..60000) { print STDOUT "out $_\\n"; print STDERR "err $_\\n" if $_ % 100 == 0 }\'';
    const result = await runCommand({
      command,
      workspace: await testWorkspace(),
      timeoutMs: 20_000,
      signal: new AbortController().signal,
      tenantId,
      callId,
    });
    expect(result).toMatchObject({ end: "exit", exitCode: 0, logId: callId });
    expect(result.output.droppedBytes).toBeGreaterThan(0);
    const parts: Buffer[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await readOutputLog(tenantId, callId, offset);
      parts.push(page.bytes);
      offset = page.nextOffset;
    }
    const lines = Array.from({ length: 60_000 }, (_, index) => index + 1).flatMap((n) =>
      n % 100 === 0 ? [`out ${n}`, `err ${n}`] : [`out ${n}`],
    );
    expect(Buffer.concat(parts).toString("utf8").trimEnd().split("\n")).toEqual(lines);
    await expect(readOutputLog(newId<TenantId>(), callId)).rejects.toMatchObject({ code: "not_found" });
    await expect(readOutputLog(tenantId, "../../x" as ToolCallId)).rejects.toMatchObject({ code: "not_found" });
  });
});
