import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { launchWithoutSandbox } from "./launch.ts";
import { openOutputPipe } from "./output-pipe.ts";
import { runLaunch, SandboxStartFailed } from "./run-launch.ts";
import { countProcesses, testWorkspace } from "./test-sandbox.ts";

vi.mock(import("./output-pipe.ts"), async (original) => {
  const real = await original();
  return { openOutputPipe: vi.fn(real.openOutputPipe) };
});

const openFiles = () => readdirSync("/proc/self/fd").length;

describe("a command that cannot be followed to its end", () => {
  it("is not started with more words than the system takes, and leaves no file open", async () => {
    const launch = () => launchWithoutSandbox({ command: `true ${"x".repeat(200_000)}`, workspace });
    const workspace = await testWorkspace();
    await expect(runLaunch(launch(), { timeoutMs: 10_000 })).rejects.toThrow(SandboxStartFailed);
    const before = openFiles();
    for (let run = 0; run < 5; run++) await expect(runLaunch(launch(), { timeoutMs: 10_000 })).rejects.toThrow(/E2BIG/);
    await setImmediate();
    expect(openFiles()).toBe(before);
  });

  it("is killed when what it writes cannot be read any more, and is not said never to have started", async () => {
    const mark = `35${process.pid}.5`;
    const open = vi.mocked(openOutputPipe).getMockImplementation() ?? openOutputPipe;
    vi.mocked(openOutputPipe).mockImplementationOnce(async () => {
      const pipe = await open();
      pipe.reader.once("data", () => pipe.reader.destroy(new Error("EIO: i/o error, read")));
      return pipe;
    });
    const launch = launchWithoutSandbox({ command: `echo begun; sleep ${mark}`, workspace: await testWorkspace() });
    const failure = await runLaunch(launch, { timeoutMs: 10_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: "EIO: i/o error, read" });
    expect(failure).not.toBeInstanceOf(SandboxStartFailed);
    expect(countProcesses(mark)).toBe(0);
  });
});
