import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareWorkspace, sandboxStatus } from "./index.ts";
import { launchInBubblewrap, launchWithoutSandbox } from "./launch.ts";
import { runLaunch, SandboxStartFailed } from "./run-launch.ts";
import { DENIED_SYSCALLS } from "./seccomp/denied-syscalls.ts";
import { MACHINES } from "./seccomp/filter.ts";
import { inSandbox, takeDataFolder, testWorkspace } from "./test-sandbox.ts";

takeDataFolder();
const canary = `canary-${randomBytes(6).toString("hex")}`;
process.env.SECRET_FOR_TEST = canary;

const machine = MACHINES[process.arch === "arm64" ? "arm64" : "x64"];
const number = (name: string): number => DENIED_SYSCALLS[name]?.[machine.column] ?? -1;
/** Exit code 0 when the kernel did what was asked, 1 when it said no. */
const syscall = (nr: number, ...values: (number | string)[]) => `perl -e 'exit(syscall(${[nr, ...values].join(", ")}) == -1 ? 1 : 0)'`;
const socket = (family: number, type = 3) => `perl -e 'exit(syscall(${machine.socket}, ${family}, ${type}, 0) == -1 ? 1 : 0)'`;
const connect = (host: string, port: number) => `bash -c ': > /dev/tcp/${host}/${port}'`;

// What the probes look for outside.
const outside = mkdtempSync(join(tmpdir(), "countersign-outside-"));
chmodSync(outside, 0o755);
const listener = createServer((connection) => connection.destroy());
const abstractListener = createServer((connection) => connection.destroy());
let port = 0;
let workspace = "";

beforeAll(async () => {
  // Without a sandbox nothing below would mean anything, so its absence is a failure and not a reason to skip.
  expect(await sandboxStatus()).toMatchObject({ level: "full", reason: null });
  writeFileSync(join(outside, "secret"), canary, { mode: 0o644 });
  await new Promise<void>((ready) => listener.listen(0, "0.0.0.0", ready));
  await new Promise<void>((ready) => abstractListener.listen(`\0${canary}`, ready));
  const address = listener.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
  workspace = mkdtempSync(join(tmpdir(), "countersign-workspace-"));
  mkdirSync(join(workspace, "sub/.git/hooks"), { recursive: true });
  mkdirSync(join(workspace, ".git"));
  writeFileSync(join(workspace, ".git/config"), `[remote "origin"]\n\turl = https://user:${canary}@git.test/x\n`);
  writeFileSync(join(workspace, "sub/.git/hooks/pre-commit"), canary, { mode: 0o755 });
  writeFileSync(join(workspace, ".env"), `SECRET=${canary}`);
  writeFileSync(join(workspace, "sub/.ENV.production"), `SECRET=${canary}`);
  writeFileSync(join(workspace, "appsettings.Production.json"), `{"secret":"${canary}"}`);
  await prepareWorkspace(workspace);
});

afterAll(() => {
  listener.close();
  abstractListener.close();
  rmSync(outside, { recursive: true, force: true });
  rmSync(workspace, { recursive: true, force: true });
});

const ownAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal)?.address ?? "127.0.0.2";

/** Each command ends with exit code 0 when the attack succeeds. */
const ATTACKS: Record<string, Record<string, () => string>> = {
  files: {
    "reads the password hashes": () => "cat /etc/shadow",
    "lists root's home": () => "ls /root",
    "lists the homes": () => "ls /home/*",
    "lists /var": () => "ls /var/*",
    "lists /run": () => "ls /run/*",
    "lists /sys": () => "ls /sys/*",
    "lists the boot files": () => "ls /boot/*",
    "reads a file that everybody may read outside": () => `cat ${outside}/secret`,
    "lists the project": () => `ls ${process.cwd()}`,
    "reaches the host through the root of pid 1": () => `cat /proc/1/root${outside}/secret`,
    "reaches the host through a working folder": () => `cat /proc/*/cwd${outside}/secret`,
    "writes to /usr": () => "touch /usr/bin/x",
    "writes to /etc": () => "touch /etc/x",
    "writes to /": () => "touch /x",
    "writes to /dev, which would be memory without a limit": () => "touch /dev/x",
    "changes the list of users": () => "echo x >> /etc/passwd",
    "makes a device": () => "mknod disk b 254 0",
    "reads a blocked file": () => `grep -r ${canary} .`,
    "reads a blocked file by its name": () => `cat .env sub/.ENV.production appsettings.Production.json | grep ${canary}`,
    "moves a blocked file away": () => "mv .env readable",
    "links a blocked file": () => "ln .env readable",
    "unmounts what lies over a blocked file": () => "umount .env",
    "writes a hook": () => "echo 'touch pwned' > sub/.git/hooks/pre-commit",
    "makes the hooks of a repository that has none": () => "echo x > .git/hooks/pre-commit",
    "replaces the hooks": () => "mv sub/.git/hooks sub/.git/old",
    "replaces the configuration of git": () => "mv .git/config .git/old",
    "writes the configuration of git": () => "echo '[core] fsmonitor = x' > .git/new && mv .git/new .git/config",
  },
  network: {
    "reaches a port of the server": () => connect("127.0.0.1", port),
    "reaches the machine by its address": () => connect(ownAddress(), port),
    "reaches the world": () => connect("1.1.1.1", 53),
    "sends a datagram": () => "bash -c 'echo x > /dev/udp/1.1.1.1/53'",
    "reaches a socket without a file": () =>
      `perl -e 'use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or exit 1; exit(connect($s, pack_sockaddr_un("\\0${canary}")) ? 0 : 1)'`,
    "opens a netlink socket": () => socket(16),
    "opens a packet socket": () => socket(17),
    "opens a raw socket": () => socket(2),
    "opens a socket of the kernel's cryptography": () => socket(38, 5),
    "opens a socket to the hypervisor": () => socket(40, 1),
  },
  "processes and the kernel": {
    "finds the secret in its environment": () => `env | grep ${canary}`,
    "finds the secret in the environment of pid 1": () => `cat /proc/*/environ | tr '\\0' '\\n' | grep ${canary}`,
    "sees the server": () => "grep -l [v]itest /proc/[0-9]*/cmdline",
    "gains privileges": () => "grep -E 'NoNewPrivs:.0|CapEff:.*[1-9a-f]|CapBnd:.*[1-9a-f]' /proc/self/status",
    "becomes root": () => "perl -e '$< = 0; $> = 0; exit($> == 0 ? 0 : 1)'",
    "makes a user namespace": () => "unshare --user true",
    "makes a user namespace through clone": () => syscall(machine.clone, 0x10000000 + 17, 0, 0, 0, 0),
    "starts a sandbox of its own": () => "bwrap --ro-bind / / true",
    "enters another namespace": () => "nsenter --target 1 --net true",
    "mounts a file system": () => syscall(number("mount"), '"x"', '"/tmp"', '"tmpfs"', 0, 0),
    "opens a tree to mount": () => syscall(number("open_tree"), -100, '"/"', 1),
    "changes its root": () => syscall(number("chroot"), '"/tmp"'),
    "traces a process": () => syscall(number("ptrace"), 0, 0, 0, 0),
    "loads a program into the kernel": () => syscall(number("bpf"), 0, '"\\0" x 128', 128),
    "reads the keyring": () => syscall(number("keyctl"), 0, -3, 1),
    "counts events of the processor": () => syscall(number("perf_event_open"), '"\\0" x 128', 0, -1, -1, 0),
    "makes an io_uring": () => syscall(number("io_uring_setup"), 1, '"\\0" x 256'),
    "handles page faults": () => syscall(number("userfaultfd"), 1),
    "reads the kernel's log": () => "dmesg",
    "names the machine": () => "hostname other || echo other > /proc/sys/kernel/hostname",
    "says what runs after a crash": () => "echo '|/tmp/x' > /proc/sys/kernel/core_pattern",
    "pulls the emergency lever": () => "echo h > /proc/sysrq-trigger",
    "types into a terminal": () => `perl -e 'my $c = "x"; open(my $t, "+<", "/dev/ptmx") or exit 1; exit(ioctl($t, 0x5412, $c) ? 0 : 1)'`,
    "raises its limits": () => "ulimit -n 100000 || prlimit --pid $$ --nproc=100000",
  },
};

describe.each(Object.keys(ATTACKS))("a command cannot break out: %s", (area) => {
  it.each(Object.entries(ATTACKS[area] ?? {}))("%s", async (_, attack) => {
    const { end, exitCode, text } = await inSandbox(attack(), { workspace, timeoutMs: 10_000 });
    expect({ end, isBlocked: exitCode !== 0 }, text).toEqual({ end: "exit", isBlocked: true });
    expect(text).not.toContain(canary);
    expect(text).not.toContain("not found");
  });
});

describe("the attacks are real: without a sandbox they succeed", () => {
  it.each([
    ["files", "lists /var"],
    ["files", "reads a file that everybody may read outside"],
    ["files", "reads a blocked file"],
    ["network", "reaches a port of the server"],
    ["network", "reaches the machine by its address"],
    ["network", "reaches a socket without a file"],
    ["network", "opens a netlink socket"],
    ["processes and the kernel", "sees the server"],
    ["processes and the kernel", "makes a user namespace through clone"],
    ["processes and the kernel", "traces a process"],
  ])("%s: %s", async (area, name) => {
    const command = ATTACKS[area]?.[name]?.() ?? "false";
    const { exitCode, output } = await runLaunch(launchWithoutSandbox({ command, workspace }), { timeoutMs: 10_000 });
    expect(exitCode, output.head.toString("utf8")).toBe(0);
  });
});

describe("what a command may do", () => {
  it("writes its workspace and /tmp, reads the programs of the machine, and makes repositories", async () => {
    const { exitCode, text } = await inSandbox(
      "echo hello > notes.txt && cp notes.txt /tmp/ && cat /tmp/notes.txt && mkdir -p x/.git/hooks && ls -d x/.git/* && id -un",
    );
    expect(text).toBe("hello\nx/.git/hooks\nagent\n");
    expect(exitCode).toBe(0);
  });

  it("knows itself as localhost, and no other machine", async () => {
    const { text } = await inSandbox("getent hosts localhost | head -n 1; getent hosts sandbox; getent hosts example.com || echo unknown");
    expect(text.split("\n").map((line) => line.split(/\s+/).join(" "))).toEqual([
      expect.stringMatching(/^(127\.0\.0\.1|::1) localhost/),
      "127.0.0.1 localhost sandbox",
      "unknown",
      "",
    ]);
  });

  it("makes nothing outside although another command swaps a folder for a link once the workspace has been searched", async () => {
    const [own, victim] = [await testWorkspace(), mkdtempSync(join(outside, "victim-"))];
    chmodSync(victim, 0o777);
    mkdirSync(join(own, "repository/.git"), { recursive: true });
    await prepareWorkspace(own);
    const { profile } = await sandboxStatus();
    if (!profile) throw new Error("No sandbox.");
    const launch = await launchInBubblewrap(profile, { command: "true", workspace: own });
    rmSync(join(own, "repository"), { recursive: true });
    // As bubblewrap names the machine's files while it sets a sandbox up.
    symlinkSync(`/oldroot${victim}`, join(own, "repository"));
    await expect(runLaunch(launch, { timeoutMs: 10_000 })).rejects.toThrow(SandboxStartFailed);
    expect(readdirSync(victim)).toEqual([]);
  });

  it("sees nothing of another organization's workspace", async () => {
    const [first, second] = [await testWorkspace(), await testWorkspace()];
    await inSandbox(`echo ${canary} > mine.txt`, { workspace: first });
    const { text } = await inSandbox(`cat ${first}/mine.txt; find / -name mine.txt 2>/dev/null; grep -rs ${canary} /workspace /tmp`, {
      workspace: second,
    });
    expect(text).not.toContain(`${canary}\n`);
    expect(text).not.toContain("/mine.txt\n");
  });

  it("leaves nothing in /tmp for the next command", async () => {
    const folder = await testWorkspace();
    await inSandbox("touch /tmp/left /dev/shm/left", { workspace: folder });
    expect((await inSandbox("ls /tmp /dev/shm", { workspace: folder })).text).not.toContain("left");
  });
});
