import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseWorkspacePath } from "#lib/files/parse-path.ts";
import { writeWorkspaceFile } from "#lib/files/write-file.ts";
import { prepareWorkspace } from "./prepare-workspace.ts";
import { canReach, sandboxUser } from "./sandbox-user.ts";
import { inSandbox, takeDataFolder } from "./test-sandbox.ts";

takeDataFolder();
let closed = "";

beforeEach(() => {
  closed = mkdtempSync(join(tmpdir(), "countersign-closed-"));
});
afterEach(() => {
  rmSync(closed, { recursive: true, force: true });
});

describe("a workspace", () => {
  it("serves the file tool and commands alike: each changes and removes what the other made", async () => {
    const workspace = join(closed, "data/workspaces/one");
    await prepareWorkspace(workspace);
    await writeWorkspaceFile(workspace, parseWorkspacePath("deep/er/notes.txt"), { bytes: Buffer.from("from the file tool\n") });
    const { exitCode, text } = await inSandbox(
      "echo more >> deep/er/notes.txt && touch deep/er/new && mkdir deep/made && cat deep/er/notes.txt",
      {
        workspace,
      },
    );
    expect({ exitCode, text }).toEqual({ exitCode: 0, text: "from the file tool\nmore\n" });
    await writeWorkspaceFile(workspace, parseWorkspacePath("deep/made/other.txt"), { bytes: Buffer.from("x") });
    expect((await inSandbox("rm -r deep && ls -A", { workspace })).text).toBe("");
  });

  it("that was there before, with what root had put into it, becomes the sandbox's; links are not followed", async () => {
    const workspace = join(closed, "old");
    mkdirSync(join(workspace, "folder"), { recursive: true });
    writeFileSync(join(workspace, "folder/file"), "x");
    writeFileSync(join(closed, "elsewhere"), "x", { mode: 0o600 });
    symlinkSync(join(closed, "elsewhere"), join(workspace, "link"));
    await prepareWorkspace(workspace);
    const owner = sandboxUser()?.uid ?? process.getuid?.();
    for (const path of [workspace, join(workspace, "folder"), join(workspace, "folder/file"), join(workspace, "link")]) {
      expect(lstatSync(path).uid).toBe(owner);
    }
    expect(statSync(join(closed, "elsewhere")).uid).toBe(process.getuid?.());
    expect((await inSandbox("echo changed > folder/file", { workspace })).exitCode).toBe(0);
    expect(readFileSync(join(workspace, "folder/file"), "utf8")).toBe("changed\n");
  });
});

describe("a workspace that a command has spoiled", () => {
  it("can be used again when the command closed it", async () => {
    const workspace = join(closed, "shut");
    await prepareWorkspace(workspace);
    expect((await inSandbox("echo x > file; chmod 000 .", { workspace })).exitCode).toBe(0);
    expect(await inSandbox("cat file", { workspace })).toMatchObject({ exitCode: 0, text: "x\n" });
  });

  it("can be used when it is deeper than a path can name; what lies that deep is hidden", async () => {
    const workspace = join(closed, "deep");
    await prepareWorkspace(workspace);
    const down = "import os\nfor _ in range(5000): os.mkdir('d'); os.chdir('d')\nopen('.env', 'w').write('secret')";
    expect((await inSandbox(`python3 -c "${down}"`, { workspace })).exitCode).toBe(0);
    const up = "import os\nwhile os.path.exists('d'): os.chdir('d')\nprint(os.listdir())";
    expect(await inSandbox(`ls; python3 -c "${up}"`, { workspace })).toMatchObject({ exitCode: 0, text: "d\n[]\n" });
  });
});

describe("canReach", () => {
  it("looks at every folder on the way", () => {
    const folder = join(closed, "a/b");
    mkdirSync(folder, { recursive: true });
    const stranger = { uid: 12_345, gid: 12_345 };
    expect(canReach(folder, stranger)).toBe(false);
    chmodSync(closed, 0o711);
    expect(canReach(folder, stranger)).toBe(true);
    expect(canReach(folder, { uid: statSync(folder).uid, gid: 12_345 })).toBe(true);
  });
});
