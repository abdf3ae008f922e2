import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseWorkspacePath } from "./parse-path.ts";
import { readWorkspaceFile } from "./read-file.ts";
import { makeTestWorkspace } from "./test-workspace.ts";

describe("reading a file of a workspace", () => {
  it("is not held by a pipe or a socket", async () => {
    const { workspace } = makeTestWorkspace();
    execFileSync("/usr/bin/mkfifo", [join(workspace, "pipe")]);
    const server = createServer().listen(join(workspace, "socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    for (const name of ["pipe", "socket"]) {
      expect(() => readWorkspaceFile(workspace, parseWorkspacePath(name))).toThrow(expect.objectContaining({ code: "not_a_file" }));
    }
  });
});
