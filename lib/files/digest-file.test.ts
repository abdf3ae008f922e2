import { createHash } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { digestFile } from "./digest-file.ts";
import { makeTestWorkspace } from "./test-workspace.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function scene() {
  const { workspace, outside } = makeTestWorkspace();
  mkdirSync(join(workspace, "sub/deep"), { recursive: true });
  writeFileSync(join(workspace, "a.sh"), "echo a");
  writeFileSync(join(workspace, "sub/b.sh"), "echo b");
  writeFileSync(join(outside, "secret"), "secret");
  const digest = (name: string, maxBytes = 1_000) =>
    digestFile(workspace, name, { roots: ["/workspace", workspace], maxBytes, keptBytes: 100 });
  return { workspace, outside, digest };
}

describe("the digest of what a command would run", () => {
  it("is of the bytes, which are given back when they are few", async () => {
    const { digest } = scene();
    expect(await digest("a.sh")).toEqual({
      state: "file",
      path: "a.sh",
      bytes: 6,
      sha256: sha256("echo a"),
      content: Buffer.from("echo a"),
    });
  });

  it.each([
    ["./a.sh", "a.sh"],
    ["sub/../a.sh", "a.sh"],
    [".//sub///b.sh", "sub/b.sh"],
    ["/workspace/a.sh", "a.sh"],
    ["/workspace/sub/../sub/b.sh", "sub/b.sh"],
    ["to-a", "a.sh"],
    ["to-to-a", "a.sh"],
    ["into/b.sh", "sub/b.sh"],
    ["into-deep/../b.sh", "sub/b.sh"],
    ["sub/up", "a.sh"],
    ["absolute", "sub/b.sh"],
  ])("is that of the file to which %s leads", async (name, path) => {
    const { workspace, digest } = scene();
    symlinkSync("a.sh", join(workspace, "to-a"));
    symlinkSync("./to-a", join(workspace, "to-to-a"));
    symlinkSync("sub", join(workspace, "into"));
    symlinkSync("sub/deep", join(workspace, "into-deep"));
    symlinkSync("../a.sh", join(workspace, "sub/up"));
    symlinkSync("/workspace/sub/b.sh", join(workspace, "absolute"));
    expect(await digest(name)).toMatchObject({ state: "file", path });
  });

  it.each([
    ["none.sh", { state: "missing", path: null }],
    ["none/../a.sh", { state: "missing", path: null }],
    ["a.sh/b", { state: "missing", path: null }],
    ["nowhere", { state: "missing", path: null }],
    ["sub", { state: "not-regular", path: "sub" }],
    [".", { state: "not-regular", path: "." }],
    [".env", { state: "closed", path: ".env" }],
    ["large", { state: "too-large", path: "large", bytes: 1_001 }],
    ["circle", { state: "unclear", path: null }],
    ["program", { state: "outside", path: "/usr/bin/env" }],
    ["out/secret", { state: "outside" }],
    ["../outside/secret", { state: "outside", path: "../outside/secret" }],
    ["/usr/bin/env", { state: "outside", path: "/usr/bin/env" }],
    ["/workspace2/a.sh", { state: "outside", path: "/workspace2/a.sh" }],
  ])("is none of %s, and the answer says why", async (name, answer) => {
    const { workspace, outside, digest } = scene();
    writeFileSync(join(workspace, ".env"), "KEY=1");
    writeFileSync(join(workspace, "large"), "");
    truncateSync(join(workspace, "large"), 1_001);
    symlinkSync("circle", join(workspace, "circle"));
    symlinkSync("nothing-here", join(workspace, "nowhere"));
    symlinkSync("/usr/bin/env", join(workspace, "program"));
    symlinkSync(outside, join(workspace, "out"));
    expect(await digest(name)).toEqual({
      bytes: null,
      sha256: null,
      content: null,
      ...answer,
      path: "path" in answer ? answer.path : join(outside, "secret"),
    });
  });

  it("is of names that the file tool refuses, too: a shell takes them", async () => {
    const { workspace, digest } = scene();
    for (const name of ["a\\b.sh", "new\nline.sh", "~x", "‥"]) {
      writeFileSync(join(workspace, name), "echo");
      expect(await digest(name)).toMatchObject({ state: "file", sha256: sha256("echo") });
    }
  });

  it("does not keep a longer content, and reads it in pieces", async () => {
    const { workspace, digest } = scene();
    const text = "x".repeat(700_000);
    writeFileSync(join(workspace, "long"), text);
    expect(await digest("long", 1_000_000)).toMatchObject({ state: "file", bytes: 700_000, sha256: sha256(text), content: null });
  });

  it("takes another digest when a link is swapped to another file", async () => {
    const { workspace, digest } = scene();
    symlinkSync("a.sh", join(workspace, "link"));
    const before = await digest("link");
    rmSync(join(workspace, "link"));
    symlinkSync("sub/b.sh", join(workspace, "link"));
    const after = await digest("link");
    expect([before.sha256, after.sha256]).toEqual([sha256("echo a"), sha256("echo b")]);
  });
});
