import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A workspace laid out as on a server, with a folder outside it that nothing may reach. Both vanish after the test. */
export function makeTestWorkspace(): { workspace: string; outside: string } {
  const data = mkdtempSync(join(tmpdir(), "countersign-files-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const workspace = join(data, "workspaces", "organization");
  const outside = join(data, "outside");
  mkdirSync(workspace, { recursive: true });
  mkdirSync(outside);
  chmodSync(data, 0o755);
  return { workspace, outside };
}
