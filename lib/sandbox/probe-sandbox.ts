import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messageOf } from "#lib/errors.ts";
import { SANDBOX_ENVIRONMENT } from "./bwrap-arguments.ts";
import { adviceFor } from "./fix-advice.ts";
import { MissingProgram } from "./host.ts";
import { type Launch, launchInBubblewrap } from "./launch.ts";
import { prepareWorkspace } from "./prepare-workspace.ts";
import type { SandboxStatus } from "./profile.ts";
import { PROFILES, type SandboxProfile } from "./profile.ts";
import { runLaunch } from "./run-launch.ts";

const PROBE_TIMEOUT_MS = 10_000;

/** Tests the profiles from the strictest on and answers with the first that holds. Never throws: what went wrong is in the answer. */
export async function probeSandbox(setting: "bwrap" | "none" | undefined): Promise<SandboxStatus> {
  const checkedAt = new Date();
  if (setting === "none") {
    const summary = "Commands run without a sandbox, because SANDBOX=none was chosen: they can read and change what the server can.";
    return { level: "none", isAccepted: true, summary, reason: null, fix: "Remove SANDBOX=none.", profile: null, checkedAt };
  }
  const reasons: string[] = [];
  for (const profile of process.platform === "linux" ? PROFILES : []) {
    const reason = await findWeakness(profile);
    if (reason === null) return { ...statusOf(profile, reasons), profile, isAccepted: false, checkedAt };
    reasons.push(reason);
  }
  const reason = reasons[0] ?? "Commands can be shielded on Linux only.";
  const summary = `No sandbox works on this machine, so commands do not run: ${reason}`;
  return { level: "none", isAccepted: false, summary, reason, fix: adviceFor(reason), profile: null, checkedAt };
}

function statusOf(profile: SandboxProfile, reasons: string[]): Pick<SandboxStatus, "level" | "summary" | "reason" | "fix"> {
  const reason = reasons[0] ?? null;
  if (profile.level === "full") {
    return { level: "full", summary: "Commands run in a sandbox: own files, own processes, no network.", reason, fix: null };
  }
  const summary = `Commands run in a sandbox that lacks a part: ${profile.missing}.`;
  return { level: "reduced", summary, reason, fix: reason && adviceFor(reason) };
}

/**
 * Runs a command under the profile that looks for what must not be there, in a workspace in which something is to be hidden and in one without:
 * they start in different ways. Null when it found nothing, otherwise what or why not.
 */
async function findWeakness(profile: SandboxProfile): Promise<string | null> {
  const workspace = mkdtempSync(join(tmpdir(), "countersign-probe-"));
  try {
    await prepareWorkspace(workspace);
    return await withListener(async (port, wasReached) => {
      const look = async () => findWeaknessOf(await launchInBubblewrap(profile, { command: probeScript(port), workspace }), wasReached);
      const found = await look();
      writeFileSync(join(workspace, ".env"), "to be hidden");
      return found ?? (await look());
    });
  } catch (error) {
    if (error instanceof MissingProgram) return error.message;
    return messageOf(error);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** The judgement apart from the start, so that a test can hand in a sandbox with a hole. */
export async function findWeaknessOf(launch: Launch, wasReached: () => boolean): Promise<string | null> {
  const { end, exitCode, output } = await runLaunch(launch, { timeoutMs: PROBE_TIMEOUT_MS });
  const report = output.head.toString("utf8");
  if (end !== "exit" || !report.includes("probe=done")) return `The self-test did not end well (exit code ${exitCode}): ${report.trim()}`;
  if (wasReached()) return "The self-test reached a port of the server from inside the sandbox.";
  return weaknessIn(report);
}

/** Every line is `name=value`; what a machine cannot tell (no /proc) is left out. */
function weaknessIn(report: string): string | null {
  const lines = report.split("\n").map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const);
  for (const [name, value] of lines) {
    if (name === "environment" && !ALLOWED_VARIABLES.has(variableIn(value)))
      return `The sandbox shows the variable ${variableIn(value)} of the server.`;
    if (name === "interface" && value !== "lo") return `The sandbox sees the network interface ${value}.`;
    if (name === "CapEff" && !/^0+$/.test(value)) return `Commands in the sandbox hold capabilities (${value}).`;
    if (name === "NoNewPrivs" && value !== "1") return "Commands in the sandbox may gain privileges.";
    if (name === "Seccomp" && value !== "2" && (process.arch === "x64" || process.arch === "arm64"))
      return "The seccomp filter is not in force.";
    if (name === "readable" || name === "writable") return `${value} is ${name} in the sandbox.`;
    if (name === "workspace" && value !== "writable") return "The workspace is not writable in the sandbox.";
  }
  return null;
}

/** PWD, OLDPWD, SHLVL and _ are made by bubblewrap and the shell. */
const ALLOWED_VARIABLES = new Set([...Object.keys(SANDBOX_ENVIRONMENT), "PWD", "OLDPWD", "SHLVL", "_", ""]);
const variableIn = (entry: string) => entry.slice(0, Math.max(0, entry.indexOf("=")));

export const probeScript = (port: number) => `
for pid in 1 self; do
  if [ -r /proc/$pid/environ ]; then tr '\\0' '\\n' < /proc/$pid/environ | while IFS= read -r entry; do printf 'environment=%s\\n' "$entry"; done; fi
done
if [ -r /proc/net/dev ]; then tail -n +3 /proc/net/dev | while IFS=' :' read -r name rest; do printf 'interface=%s\\n' "$name"; done; fi
if [ -r /proc/self/status ]; then tr -d '\\t' < /proc/self/status | grep -E '^(CapEff|NoNewPrivs|Seccomp):' | tr ':' '='; fi
for path in /etc/shadow /root /home /sys /run /var; do [ -e $path ] && printf 'readable=%s\\n' $path; done
for path in / /usr /etc /dev; do (: > $path/.probe) 2>/dev/null && printf 'writable=%s\\n' $path; done
[ -s .env ] && echo readable=.env
(: > .probe) 2>/dev/null && echo workspace=writable || echo workspace=no
if command -v bash >/dev/null; then bash -c ': > /dev/tcp/127.0.0.1/${port}' 2>/dev/null
elif command -v nc >/dev/null; then nc -w 1 127.0.0.1 ${port} </dev/null >/dev/null 2>&1
fi
echo probe=done
`;

/** Listens on a port of this process, for as long as `use` takes. */
export async function withListener<T>(use: (port: number, wasReached: () => boolean) => Promise<T>): Promise<T> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((ready, fail) => server.once("error", fail).listen(0, "127.0.0.1", ready));
  try {
    const address = server.address();
    return await use(address !== null && typeof address === "object" ? address.port : 0, () => connections > 0);
  } finally {
    server.close();
  }
}
