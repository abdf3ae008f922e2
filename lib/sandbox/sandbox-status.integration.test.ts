import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adviceFor } from "./fix-advice.ts";
import { launchInBubblewrap, launchWithoutSandbox } from "./launch.ts";
import { findWeaknessOf, probeSandbox, probeScript, withListener } from "./probe-sandbox.ts";
import { PROFILES, type SandboxProfile } from "./profile.ts";
import { runLaunch } from "./run-launch.ts";
import { countProcesses, onMachine, takeDataFolder, testWorkspace } from "./test-sandbox.ts";

takeDataFolder();

const [full] = PROFILES as [SandboxProfile];

/** The self-test on a sandbox whose arguments or environment were spoiled. */
async function weaknessWith(spoil: (words: string[]) => string[], environment: Record<string, string> = {}): Promise<string | null> {
  const workspace = await testWorkspace();
  return withListener(async (port, wasReached) => {
    const launch = await launchInBubblewrap(full, { command: probeScript(port), workspace });
    return findWeaknessOf({ ...launch, arguments: spoil([...launch.arguments]), environment }, wasReached);
  });
}

const without =
  (option: string, values = 0) =>
  (words: string[]) => {
    const at = words.indexOf(option);
    return [...words.slice(0, at), ...words.slice(at + 1 + values)];
  };
const insertBefore =
  (option: string, ...added: string[]) =>
  (words: string[]) => {
    const at = words.indexOf(option);
    return [...words.slice(0, at), ...added, ...words.slice(at)];
  };

describe("the self-test", () => {
  it("passes the full design on this machine", async () => {
    expect(await probeSandbox("bwrap")).toMatchObject({ level: "full", isAccepted: false, reason: null, fix: null });
  });

  it("passes every lesser design as well, so that a machine that needs one has it", async () => {
    for (const profile of PROFILES) {
      const workspace = await testWorkspace();
      for (const hides of [false, true]) {
        if (hides) writeFileSync(join(workspace, ".env"), "to be hidden");
        const weakness = await withListener(async (port, wasReached) =>
          findWeaknessOf(await launchInBubblewrap(profile, { command: probeScript(port), workspace }), wasReached),
        );
        expect(weakness, profile.missing).toBeNull();
      }
    }
  });

  it.each([
    ["a network", without("--unshare-net"), /reached a port of the server/],
    ["no seccomp filter", without("--seccomp", 1), /seccomp filter is not in force/],
    ["a writable root", without("--remount-ro", 1), /\/dev is writable/],
    ["folders of the machine", insertBefore("--remount-ro", "--ro-bind", "/var", "/var"), /\/var is readable/],
    ["a workspace that is read-only", insertBefore("--remount-ro", "--remount-ro", "/workspace"), /workspace is not writable/],
  ])("finds %s", async (_, spoil, weakness) => {
    expect(await weaknessWith(spoil)).toMatch(weakness);
  });

  it("finds a variable that the process in the sandbox still has from its start", async () => {
    expect(await weaknessWith((words) => words, { DATABASE_URL: "postgres://secret" })).toBe(
      "The sandbox shows the variable DATABASE_URL of the server.",
    );
  });

  it("finds a file that should be hidden and is not", async () => {
    const workspace = await testWorkspace();
    writeFileSync(join(workspace, ".env"), "to be hidden");
    const weakness = await withListener(async (port, wasReached) => {
      const launch = await launchInBubblewrap(full, { command: probeScript(port), workspace });
      const mask = launch.arguments.indexOf("/workspace/.env") - 2;
      return findWeaknessOf({ ...launch, arguments: launch.arguments.toSpliced(mask, 3) }, wasReached);
    });
    expect(weakness).toBe(".env is readable in the sandbox.");
  });

  it("says what bubblewrap said when it does not start", async () => {
    await expect(weaknessWith(insertBefore("--unshare-user", "--no-such-option"))).rejects.toThrow(/Unknown option --no-such-option/);
  });
});

describe("advice", () => {
  it.each([
    ['The program "bwrap" is not installed.', "apt-get install bubblewrap"],
    ['The program "prlimit" is not installed.', "util-linux"],
    ["bwrap: Unknown option --disable-userns", "0.8"],
    [
      "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
      "seccomp profile",
    ],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", "systempaths=unconfined"],
    ["bwrap: setting up uid map: Permission denied", "apparmor_restrict_unprivileged_userns"],
    ["unshare: unshare failed: Operation not permitted", "ordinary user"],
    ["something new", "docs/operations.md"],
  ])("for %s", (reason, advice) => {
    expect(adviceFor(reason)).toContain(advice);
  });
});

const STATUS = `const { sandboxStatus } = await import("#lib/sandbox/index.ts"); print(await sandboxStatus());`;

describe("on other machines", () => {
  it("there is no bubblewrap: no sandbox, and how to install it", async () => {
    expect(await onMachine(["--ro-bind", "/dev/null", "/usr/bin/bwrap"])(STATUS)).toMatchObject({
      level: "none",
      isAccepted: false,
      reason: 'The program "bwrap" is not installed.',
      fix: expect.stringContaining("apt-get install bubblewrap"),
      profile: null,
    });
  });

  it("the kernel forbids user namespaces: no sandbox, with its words and what to allow", async () => {
    const status = await onMachine(["--unshare-user", "--disable-userns", "--uid", "1000", "--gid", "1000"])(STATUS);
    expect(status).toMatchObject({ level: "none", isAccepted: false, profile: null });
    expect(status.reason).toMatch(/namespace/);
    expect(status.fix).toMatch(/seccomp profile/);
  });

  it("parts of /proc are masked, as in a container: a reduced sandbox that still runs commands", async () => {
    const machine = onMachine(["--tmpfs", "/proc/fs"]);
    const status = await machine(STATUS);
    expect(status).toMatchObject({ level: "reduced", isAccepted: false, profile: { hasProc: false } });
    expect(status.reason).toMatch(/proc/);
    expect(status.summary).toMatch(/no \/proc/);
    expect(status.fix).toMatch(/systempaths=unconfined/);
    const result = await machine(`
      const { runCommand } = await import("#lib/sandbox/index.ts");
      const signal = new AbortController().signal;
      const workspace = ${JSON.stringify(await testWorkspace())};
      const { output, ...rest } = await runCommand({ command: "id -un; ls /proc", workspace, timeoutMs: 5000, signal, tenantId: "t", callId: "c" });
      print({ ...rest, text: output.head.toString() });
    `);
    expect(result).toMatchObject({ sandbox: "reduced", exitCode: 0, text: "agent\n" });
  });

  it("SANDBOX=none was chosen: commands run, named for what they are, without environment and without root", async () => {
    const machine = onMachine(["--ro-bind", "/dev/null", "/usr/bin/bwrap"], { SANDBOX: "none", SECRET_FOR_TEST: "canary-none" });
    expect(await machine(STATUS)).toMatchObject({ level: "none", isAccepted: true, profile: null });
    const result = await machine(`
      const { runCommand } = await import("#lib/sandbox/index.ts");
      const signal = new AbortController().signal;
      const workspace = ${JSON.stringify(await testWorkspace())};
      const { output, ...rest } = await runCommand({ command: "env; id -u; touch x", workspace, timeoutMs: 5000, signal, tenantId: "t", callId: "c" });
      print({ ...rest, text: output.head.toString() });
    `);
    expect(result).toMatchObject({ sandbox: "none", exitCode: 0 });
    expect(result.text).not.toMatch(/canary-none|^0$/m);
  });
});

describe("without a sandbox", () => {
  it("the group of a command still ends with it", async () => {
    const mark = `34${process.pid}.5`;
    const launch = launchWithoutSandbox({ command: `sleep ${mark} & sleep ${mark}`, workspace: await testWorkspace() });
    expect(await runLaunch(launch, { timeoutMs: 400 })).toMatchObject({ end: "timeout" });
    expect(countProcesses(mark)).toBe(0);
  });
});
