import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { TenantContext } from "#lib/context.ts";
import { type ChatId, newId, type RunId, type TenantId, type ToolCallId } from "#lib/ids.ts";
import { prepareWorkspace, readOutputLog } from "#lib/sandbox/index.ts";
import { countProcesses, onMachine, takeDataFolder, testWorkspace } from "#lib/sandbox/test-sandbox.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { mintGrant } from "#lib/tools/grant.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import type { ShellData } from "./render-result.ts";
import { shellTool } from "./shell.ts";

takeDataFolder();

interface Options {
  workspace?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  onOutput?: (text: string) => void;
  workspaceBytes?: number;
}

const tenantId = newId<TenantId>();

async function contextFor(options: Options): Promise<ToolContext> {
  return {
    // The shell reads nothing of its tenant but the id.
    tenant: { tenantId } as TenantContext,
    runId: newId<RunId>(),
    chatId: newId<ChatId>(),
    callId: newId<ToolCallId>(),
    entryPoint: "chat",
    workspace: options.workspace ?? (await testWorkspace()),
    workspaceBytes: options.workspaceBytes ?? null,
    signal: options.signal ?? new AbortController().signal,
    onOutput: options.onOutput,
  };
}

/** What the gate does once a person has approved. */
async function approved(command: string, options: Options = {}): Promise<ToolResult & { data: ShellData }> {
  const input = shellTool.input.parse({ command, ...(options.timeoutMs && { timeoutMs: options.timeoutMs }) });
  const context = await contextFor(options);
  await shellTool.check?.(input);
  const prepared = await shellTool.prepare?.(input, context);
  return (await shellTool.execute(input, context, prepared, mintGrant())) as ToolResult & { data: ShellData };
}

const failureOf = async (work: Promise<unknown>): Promise<ToolFailure> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ToolFailure);
  return error as ToolFailure;
};

describe("arguments", () => {
  it("are a command of at most 20,000 characters and a limit of 1 to 30 seconds, and nothing else", () => {
    const accepts = (input: unknown) => shellTool.input.safeParse(input).success;
    expect(accepts({ command: "ls" })).toBe(true);
    expect(accepts({ command: "ls", timeoutMs: 1_000 })).toBe(true);
    expect(accepts({ command: "x".repeat(20_000), timeoutMs: 30_000 })).toBe(true);
    for (const input of [{}, { command: "" }, { command: 1 }, { command: "ls", cwd: "/" }, { command: "x".repeat(20_001) }]) {
      expect(accepts(input)).toBe(false);
    }
    for (const timeoutMs of [999, 30_001, 1_000.5, "5000", null]) expect(accepts({ command: "ls", timeoutMs })).toBe(false);
  });

  it("are shown to people as they are", () => {
    expect(shellTool.summarize({ command: "ls\nrm v" })).toBe("Run: ls\nrm v");
  });
});

describe("the blocklist", () => {
  it.each(["rm v", "/bin/RM v", "rm.exe v", "ls\nrm v", "A=1 rm v", "$(rm v)", "rm -rf /"])(
    "refuses %j and names the command",
    async (command) => {
      await expect(shellTool.check?.({ command })).rejects.toMatchObject({
        name: "ToolRefusal",
        code: "blocked_command",
        message: 'This command is blocked because it runs "rm". Nothing was run.',
      });
    },
  );

  it("refuses a blank command and one with a NUL", async () => {
    for (const command of [" \n ", "ls\0"])
      await expect(shellTool.check?.({ command })).rejects.toMatchObject({ code: "invalid_arguments" });
  });

  // Cases sh-02 and sh-05: no list sees these. They are for a person to decide, and then for the sandbox.
  it.each([
    "find . -delete",
    "find . -name v | xargs -I% unlink %",
    ": > v",
    "mv v /tmp/gone",
    "echo 'rm v' > s.sh && sh s.sh",
    "perl -e 'unlink q(v)'",
    "echo cm0gdg== | base64 -d | sh",
    "$(printf r)m v",
  ])("does not claim to see %s, and the sandbox keeps it inside", async (command) => {
    const parent = await testWorkspace();
    writeFileSync(join(parent, "v"), "outside");
    const workspace = join(parent, "workspace");
    mkdirSync(workspace);
    writeFileSync(join(workspace, "v"), "inside");
    await prepareWorkspace(workspace);
    await approved(`${command}; cd ..; ${command}`, { workspace });
    expect((await approved("cat v || true", { workspace })).data.output).not.toContain("inside");
    expect(readFileSync(join(parent, "v"), "utf8")).toBe("outside");
  });
});

describe("a result", () => {
  it("tells exit code, duration and where the whole output is; a failure of the command is not one of the tool", async () => {
    const result = await approved("echo out; echo err >&2; exit 3");
    expect(result.data).toMatchObject({
      exitCode: 3,
      signal: null,
      end: "exit",
      output: "out\nerr\n",
      bytes: 8,
      droppedBytes: 0,
      lossy: false,
      binary: false,
      sandbox: "full",
    });
    expect(result.text).toMatch(/^Exit code 3 after 0\.\d{3} s\.\nout\nerr\n$/);
    expect(result.truncated).toBe(false);
    const log = await readOutputLog(tenantId, result.data.logId as ToolCallId);
    expect(log.bytes.toString("utf8")).toBe("out\nerr\n");
  });

  it("is of the text as it stands, also when it begins like an option of the shell", async () => {
    expect((await approved("-e; echo next")).text).toMatch(/^Exit code 0 .*-e: not found\nnext\n$/s);
  });

  it("of a command in a full workspace tells that no file could grow; it can read, and make room", async () => {
    const workspace = await testWorkspace();
    await approved("head -c 200000 /dev/zero > big", { workspace });
    const full = { workspace, workspaceBytes: 100_000 };
    const grown = await approved("(echo more >> big); wc -c < big", full);
    expect(grown.data.output).toContain("200000");
    expect(grown.text).toContain("No file could grow. The workspace may take 0.1 MiB");
    expect((await approved(": > big; wc -c < big", full)).data.output).toBe("0\n");
    const after = await approved("echo more >> big; wc -c < big", full);
    expect(after.data.output).toBe("5\n");
    expect(after.text).not.toContain("No file could grow");
  });

  it("names the signal that ended the command", async () => {
    const { data, text } = await approved("perl -e 'use POSIX; POSIX::abort()'");
    expect(data).toMatchObject({ exitCode: 134, signal: "SIGABRT" });
    expect(text).toContain("Exit code 134 (SIGABRT)");
  });

  // Case sh-16.
  it("says in words that there was no output, within a second", async () => {
    for (const [command, exitCode] of [
      ["false", 1],
      ["grep nothing-here /dev/null", 1],
      ["true", 0],
    ] as const) {
      const startedAt = performance.now();
      const { data, text } = await approved(command);
      expect(data).toMatchObject({ exitCode, output: "" });
      expect(text).toMatch(new RegExp(`^Exit code ${exitCode} after .* The command wrote no output\\.$`));
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
  });

  it("says in words that there was nothing to read in the output", async () => {
    const { data, text } = await approved("printf '\\033[2J\\033[0m'");
    expect(data).toMatchObject({ exitCode: 0, output: "", bytes: 8, droppedBytes: 0 });
    expect(text).toMatch(/^Exit code 0 after .* The command wrote nothing but control characters of a terminal\.$/);
  });

  // Case sh-10.
  it.each(["yes", "(head -c 2000000000 /dev/zero)", "yes | cat -A"])(
    "of %s has 10,000 characters at most and says how much is missing",
    async (command) => {
      const { data, text, truncated } = await approved(command);
      expect(truncated).toBe(true);
      expect(text.length).toBeLessThanOrEqual(10_000);
      expect(data).toMatchObject({ end: "output_limit", exitCode: null, bytes: 8 * 1024 * 1024 });
      expect(data.droppedBytes).toBeGreaterThan(8_000_000);
      expect(text).toContain("because it wrote more than 8 MiB");
      if (!data.binary) expect(text).toContain(`[… ${data.droppedBytes.toLocaleString("en-US")} bytes cut here …]`);
    },
  );

  it("keeps the beginning and the end of what is too long", async () => {
    const { data, text, truncated } = await approved("seq 1 5000");
    expect(truncated).toBe(true);
    expect(text.length).toBeLessThanOrEqual(10_000);
    expect(data.output).toMatch(/^1\n2\n3\n/);
    expect(data.output).toMatch(/\n4999\n5000\n$/);
    const shown = Buffer.byteLength(data.output.replace(/\[… .* bytes cut here …\]\n/, ""));
    expect(Math.abs(data.bytes - data.droppedBytes - shown)).toBeLessThanOrEqual(1);
  });

  // Case sh-14.
  it("splits no character, wherever the cut falls", async () => {
    for (const length of [9_999, 4_000, 3_941, 3_942, 3_943]) {
      const { text, data } = await approved(`perl -e 'print "a" x ${length}, "\\xf0\\x9f\\x8e\\x89" x 4000'`);
      expect(text.isWellFormed() && data.output.isWellFormed()).toBe(true);
      expect(text).not.toContain("\ufffd");
      expect(data.lossy).toBe(false);
    }
  });

  // Case sh-12.
  it("flags bytes that are not UTF-8, and describes data instead of showing it", async () => {
    const lossy = await approved("printf 'caf\\351 \\377\\376'");
    expect(lossy.data).toMatchObject({ lossy: true, binary: false, bytes: 7, output: "caf\ufffd \ufffd\ufffd" });
    expect(lossy.text).toContain("3 bytes of the output are not UTF-8");
    const binary = await approved("head -c 4096 /bin/true");
    expect(binary.data).toMatchObject({ binary: true, bytes: 4096 });
    expect(binary.data.output).toMatch(/^\[binary data, 4096 bytes, not shown; it begins 7f 45 4c 46/);
    expect((await approved("head -c 3000 /dev/urandom")).data.binary).toBe(true);
    expect((await approved("printf 'a\\0b\\0'")).data).toMatchObject({ binary: false, output: "a\u2400b\u2400" });
  });

  // Case sh-15.
  it("carries no control sequence of a terminal and no invisible character", async () => {
    const command =
      "printf '\\033[2J\\033[1;1H$ ls\\nall good\\033]8;;https://evil.test\\033\\\\click\\033]8;;\\033\\\\ \\033]52;c;cm0gLXJm\\007 \\033[31mred\\033[0m 10%%\\r20%%\\r\\nbell\\007 \\342\\200\\256gpj.exe'";
    const { data, text } = await approved(command);
    expect(data.output).toBe("$ ls\nall goodclick  red 10%\n20%\nbell\u2407 \\u202egpj.exe");
    expect(text).not.toContain("\x1b");
  });
});

describe("time", () => {
  // Cases sh-09 and sh-18, with limits shorter than the product's 30 seconds.
  it("runs out for commands that ignore signals or detach, and nothing is left of them", async () => {
    const mark = `3187.${process.pid}`;
    const command = `echo begun; trap '' TERM; (trap '' TERM; sleep ${mark}) & sh -c '(sleep ${mark} &) ; sleep ${mark}'`;
    const startedAt = performance.now();
    const failure = await failureOf(approved(command, { timeoutMs: 1_000 }));
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(failure).toMatchObject({ code: "tool_timeout", retryable: true, data: { end: "timeout", exitCode: null, output: "begun\n" } });
    expect(failure.message).toMatch(/^Stopped at the time limit, after 1\.\d s\.\nbegun\n$/);
    expect(countProcesses(mark)).toBe(0);
  });

  it("runs out for a server in the foreground, and the next command works", async () => {
    const server = "perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(Listen => 1); $| = 1; print \"serving\\n\"; $s->accept'";
    const failure = await failureOf(approved(server, { timeoutMs: 1_000 }));
    expect(failure).toMatchObject({ code: "tool_timeout", data: { output: "serving\n" } });
    expect((await approved("echo alive")).data.output).toBe("alive\n");
  });

  it("is not spent waiting for input: it is at its end from the start", async () => {
    expect((await approved("cat")).data).toMatchObject({ exitCode: 0, output: "" });
    expect((await approved("sh -i; echo after")).data.output).toContain("after");
  });

  it("ends at once when the run is stopped", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("stopped by a person")), 200);
    await expect(approved("sleep 20", { signal: controller.signal })).rejects.toThrow("stopped by a person");
  });
});

describe("live output", () => {
  it("comes while the command runs, readable, and only so much of it", async () => {
    const seen: string[] = [];
    const running = approved("printf 'one \\033[3'; sleep 0.3; printf '1mtwo\\n'; sleep 0.3; seq 1 9999", {
      onOutput: (text) => seen.push(text),
    });
    await vi.waitFor(() => expect(seen).toEqual(["one "]), { timeout: 2_000, interval: 10 });
    await running;
    const all = seen.join("");
    expect(all).toMatch(/^one two\n1\n2\n/);
    expect(all).toMatch(/more output, shown when the command ends …\]\n$/);
    expect(all.length).toBeLessThan(10_100);
  });
});

describe("without a sandbox", () => {
  it("refuses with words that say what to install", async () => {
    const machine = onMachine(["--ro-bind", "/dev/null", "/usr/bin/bwrap"]);
    const answer = await machine(
      `const { shellTool } = await import("#lib/tools/shell/shell.ts");
       print(await shellTool.prepare({ command: "ls" }, { workspace: "/", workspaceBytes: null }).catch(({ name, code, message }) => ({ name, code, message })));`,
    );
    expect(answer).toMatchObject({ name: "ToolRefusal", code: "sandbox_unavailable" });
    expect(answer.message).toMatch(/^No sandbox works on this machine.*"bwrap" is not installed.*apt-get install bubblewrap/);
  });
});
