import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tenantDb } from "#db/tenant.ts";
import { makeTestWorkspace } from "#lib/files/test-workspace.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { mintGrant } from "#lib/tools/grant.ts";
import { ToolFailure, ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { type FileSystemInput, fileSystemTool } from "./file-system.ts";

function contextOf(workspace: string, signal = new AbortController().signal, workspaceBytes: number | null = null): ToolContext {
  const tenantId = newId<TenantId>();
  const tenant = { tenantId, userId: newId<UserId>(), role: "member", db: tenantDb(tenantId) } as const;
  return { tenant, runId: newId(), chatId: newId(), callId: newId(), entryPoint: "chat", workspace, workspaceBytes, signal };
}

/** As the gate does it: check, prepare, execute. */
async function call(
  workspace: string,
  input: FileSystemInput,
  signal?: AbortSignal,
  workspaceBytes?: number | null,
): Promise<ToolResult & { data: never }> {
  const context = contextOf(workspace, signal, workspaceBytes);
  await fileSystemTool.check?.(input);
  const prepared = await fileSystemTool.prepare?.(input, context);
  return (await fileSystemTool.execute(input, context, prepared, mintGrant())) as ToolResult & { data: never };
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no error",
    (error: unknown) => error,
  );
}

async function refusalOf(work: Promise<unknown>): Promise<ToolRefusal> {
  const error = await errorOf(work);
  if (error instanceof ToolRefusal) return error;
  throw new Error("It was not refused before execution.", { cause: error });
}

async function failureOf(work: Promise<unknown>): Promise<ToolFailure> {
  const error = await errorOf(work);
  if (error instanceof ToolFailure) return error;
  throw new Error("It did not fail in execution.", { cause: error });
}

describe("file_system", () => {
  it("writes, lists and reads a file", async () => {
    const { workspace } = makeTestWorkspace();
    await call(workspace, { action: "write", path: "notes.txt", content: "hello" });
    expect((await call(workspace, { action: "list", path: "." })).text).toMatch(/^The workspace · 1 entry\nnotes\.txt {2}5 bytes {2}/);
    const read = await call(workspace, { action: "read", path: "notes.txt" });
    expect(read.text).toMatch(/^notes\.txt · 5 bytes · version [0-9a-f]{64}\n\nhello$/);
    expect(read).toMatchObject({ data: { content: "hello", offset: 0, totalCharacters: 5, lossy: false }, truncated: false });
  });

  it("is a read when it reads or lists and a write when it writes, and says what it would do in one line", () => {
    expect(fileSystemTool.effectOf?.({ action: "read", path: "a" })).toBe("read");
    expect(fileSystemTool.effectOf?.({ action: "list", path: "a" })).toBe("read");
    expect(fileSystemTool.effectOf?.({ action: "write", path: "a" })).toBe("write");
    expect(fileSystemTool.summarize({ action: "write", path: "notes.txt" })).toBe("Write notes.txt");
  });
});

describe("file_system refuses before it executes", () => {
  const actions = ["read", "write", "list"] as const;
  const cases = actions.flatMap((action) => [
    [action, "../../etc/passwd", "blocked_path"] as const,
    [action, "/etc/passwd", "blocked_path"] as const,
    [action, "..\\..\\etc", "blocked_path"] as const,
    [action, "....//....//etc/passwd", "blocked_path"] as const,
    [action, "~/x", "blocked_path"] as const,
    [action, "file:///etc/hostname", "blocked_path"] as const,
    [action, ".env", "blocked_path"] as const,
    [action, "sub/.GIT/HEAD", "blocked_path"] as const,
    [action, "AppSettings.production.json", "blocked_path"] as const,
    [action, "ok.txt\0.png", "invalid_arguments"] as const,
    [action, "", "invalid_arguments"] as const,
    [action, "x".repeat(300), "invalid_arguments"] as const,
    [action, "d/".repeat(2000), "invalid_arguments"] as const,
  ]);

  it.each(cases)("%s %j: %s", async (action, path, code) => {
    const { workspace, outside } = makeTestWorkspace();
    const refusal = await refusalOf(call(workspace, { action, path, ...(action === "write" && { content: "x" }) }));
    expect(refusal.code).toBe(code);
    expect([...readdirSync(workspace), ...readdirSync(outside)]).toEqual([]);
  });

  it("a link, on the way or at the end, to anywhere or nowhere; a write to a file with a second name", async () => {
    const { workspace, outside } = makeTestWorkspace();
    writeFileSync(join(outside, "real.txt"), "real");
    symlinkSync(join(outside, "later.txt"), join(workspace, "note.txt"));
    symlinkSync(outside, join(workspace, "folder"));
    linkSync(join(outside, "real.txt"), join(workspace, "inside.txt"));
    const attempts: FileSystemInput[] = [
      { action: "write", path: "note.txt", content: "x" },
      { action: "read", path: "note.txt" },
      { action: "list", path: "folder" },
      { action: "read", path: "folder/real.txt" },
      { action: "write", path: "folder/new/real.txt", content: "x" },
      { action: "write", path: "inside.txt", content: "x" },
    ];
    for (const attempt of attempts) expect((await refusalOf(call(workspace, attempt))).code).toBe("blocked_path");
    expect(readdirSync(outside)).toEqual(["real.txt"]);
    expect(readFileSync(join(outside, "real.txt"), "utf8")).toBe("real");
  });

  it("arguments that mean nothing together, but not the empty values that some models fill in", async () => {
    const { workspace } = makeTestWorkspace();
    const attempts: FileSystemInput[] = [
      { action: "write", path: "a" },
      { action: "write", path: "a", content: "x", offset: 5 },
      { action: "read", path: "a", content: "x" },
      { action: "list", path: ".", expectedVersion: "x" },
      { action: "write", path: ".", content: "x" },
      { action: "read", path: "./" },
    ];
    for (const attempt of attempts) expect((await refusalOf(call(workspace, attempt))).code).toBe("invalid_arguments");
    await call(workspace, { action: "write", path: "a", content: "", expectedVersion: "", offset: 0 });
    expect((await call(workspace, { action: "read", path: "a", content: "", expectedVersion: "" })).data).toMatchObject({ content: "" });
  });

  it("takes %2e literally: there is no such file", async () => {
    const { workspace } = makeTestWorkspace();
    expect((await failureOf(call(workspace, { action: "read", path: "%2e%2e%2fetc/passwd" }))).code).toBe("not_found");
  });
});

describe("file_system read", () => {
  it("gives a long text in pages that join to the whole, and never splits a character", async () => {
    const { workspace } = makeTestWorkspace();
    const whole = `${"x".repeat(49_999)}🙂${"é".repeat(60_000)}end`;
    writeFileSync(join(workspace, "long.txt"), whole);
    let joined = "";
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: ToolResult = await call(workspace, { action: "read", path: "long.txt", offset });
      const { content } = page.data as { content: string };
      expect(content.isWellFormed() && content.length <= 50_000).toBe(true);
      expect(page.truncated).toBe(page.cursor !== undefined);
      joined += content;
      offset = page.cursor as number | undefined;
    }
    const hash = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(hash(joined)).toBe(hash(whole));
    const past = await failureOf(call(workspace, { action: "read", path: "long.txt", offset: 200_000 }));
    expect(past.code).toBe("offset_past_end");
  });

  it("describes a binary file, marks what is not UTF-8, and keeps a byte order mark", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "image"), Buffer.from("89504e470d0a1a0a0000000d", "hex"));
    writeFileSync(join(workspace, "latin"), Buffer.from("caf\xe9", "latin1"));
    writeFileSync(join(workspace, "bom"), "\ufeffx");
    writeFileSync(join(workspace, "report"), Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "latin1"));
    const report = await call(workspace, { action: "read", path: "report" });
    expect(report.data).toMatchObject({ isBinary: true, kind: "a PDF document" });
    const image = await call(workspace, { action: "read", path: "image" });
    expect(image.data).toMatchObject({ isBinary: true, kind: "a PNG image", bytes: 12 });
    expect(image.text).not.toContain("\0");
    expect((await call(workspace, { action: "read", path: "latin" })).data).toMatchObject({ lossy: true, content: "caf\ufffd" });
    const marked = await call(workspace, { action: "read", path: "bom" });
    expect(marked.data).toMatchObject({ lossy: false, content: "\ufeffx" });
    expect(marked.text).toContain("byte order mark");
  });

  it("tells of line ends that a model would not see, and a write keeps every byte of its content", async () => {
    const { workspace } = makeTestWorkspace();
    const content = "a\r\nb\n\r\n";
    await call(workspace, { action: "write", path: "crlf", content });
    const read = await call(workspace, { action: "read", path: "crlf" });
    expect(read.data).toMatchObject({ content });
    expect(read.text).toContain("Lines end in CRLF");
    await call(workspace, { action: "write", path: "crlf", content: "a\nb\r" });
    expect((await call(workspace, { action: "read", path: "crlf" })).text).not.toContain("CRLF");
  });

  it.each([
    ["utf-16le", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("año 🙂\r\n", "utf16le")])],
    ["utf-16be", Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from("año 🙂\r\n", "utf16le").swap16()])],
  ])("reads %s when a byte order mark says so, and tells what a write would make of it", async (encoding, bytes) => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "windows.txt"), bytes);
    const read = await call(workspace, { action: "read", path: "windows.txt" });
    expect(read.data).toMatchObject({ isBinary: false, encoding, lossy: false, content: "año 🙂\r\n" });
    expect(read.text).toContain(`It is ${encoding.toUpperCase()}; what is written is UTF-8.`);
  });

  it("fails in words when there is no such file, or it is a folder, or it is too large", async () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "folder"));
    writeFileSync(join(workspace, "more"), Buffer.alloc(1_048_577));
    expect((await failureOf(call(workspace, { action: "read", path: "none" }))).code).toBe("not_found");
    expect((await failureOf(call(workspace, { action: "read", path: "folder" }))).code).toBe("not_a_file");
    expect((await failureOf(call(workspace, { action: "read", path: "more" }))).code).toBe("too_large");
  });
});

describe("file_system write", () => {
  it("names the old and the new version, and refuses when the file moved on, without a retry", async () => {
    const { workspace } = makeTestWorkspace();
    const write = (content: string, expectedVersion?: string) =>
      call(workspace, { action: "write", path: "doc", content, expectedVersion });
    const seen = (await write("A")).data as { version: string };
    const other = (await write("B")).data as { version: string; previousVersion: string };
    expect(other.previousVersion).toBe(seen.version);
    const refused = await failureOf(write("C", seen.version));
    expect(refused).toMatchObject({ code: "version_conflict", retryable: false, data: { expected: seen.version, current: other.version } });
    expect(readFileSync(join(workspace, "doc"), "utf8")).toBe("B");
  });

  it("is limited to 1 MiB of UTF-8 and leaves nothing behind when it is more", async () => {
    const { workspace } = makeTestWorkspace();
    await call(workspace, { action: "write", path: "most", content: "x".repeat(1_048_576) });
    const more = call(workspace, { action: "write", path: "more", content: `${"x".repeat(1_048_575)}é` });
    expect(await failureOf(more)).toMatchObject({ code: "too_large", data: { bytes: 1_048_577, limitBytes: 1_048_576 } });
    expect(readdirSync(workspace)).toEqual(["most"]);
  });

  it("is refused when the workspace has no room for it, until something there was made smaller", async () => {
    const { workspace } = makeTestWorkspace();
    const limit = 1_000_000;
    const write = (path: string, bytes: number) =>
      call(workspace, { action: "write", path, content: "x".repeat(bytes) }, new AbortController().signal, limit);
    await write("one.txt", 600_000);
    const refused = await errorOf(write("two.txt", 600_000));
    expect(refused).toBeInstanceOf(ToolRefusal);
    expect(refused).toMatchObject({
      code: "tool_not_allowed",
      message: expect.stringMatching(/^The workspace may take 1 MiB,.*Settings, Limits\.$/),
    });
    expect((await call(workspace, { action: "list", path: "." })).text).not.toContain("two.txt");
    await write("one.txt", 599_999);
    await write("one.txt", 0);
    await write("two.txt", 600_000);
  });

  it("does nothing once its call was stopped", async () => {
    const { workspace } = makeTestWorkspace();
    await expect(call(workspace, { action: "write", path: "a", content: "x" }, AbortSignal.abort(new Error("stopped")))).rejects.toThrow(
      "stopped",
    );
    expect(readdirSync(workspace)).toEqual([]);
  });
});

describe("file_system with what a caller made up", () => {
  it("gives the whole character when an offset lies in the middle of one", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "a"), "🙂🙂b");
    for (const [offset, content] of [
      [0, "🙂🙂b"],
      [1, "🙂🙂b"],
      [2, "🙂b"],
      [3, "🙂b"],
      [4, "b"],
      [5, ""],
    ] as const)
      expect(await call(workspace, { action: "read", path: "a", offset })).toMatchObject({ data: { content } });
  });

  it("makes no file of a name that names a folder", async () => {
    const { workspace } = makeTestWorkspace();
    for (const path of ["notes/", "a/b/.", "notes//"])
      expect(await errorOf(call(workspace, { action: "write", path, content: "x" }))).toMatchObject({ code: "invalid_arguments" });
    expect(readdirSync(workspace)).toEqual([]);
  });

  it("says where a list ends, and that an old file is too large to be kept", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "old"), "x".repeat(1_048_577));
    const past = await failureOf(call(workspace, { action: "list", path: ".", offset: 2 }));
    expect([past.code, past.message]).toEqual(["offset_past_end", "offset: the folder has 1 entry."]);
    const old = await failureOf(call(workspace, { action: "write", path: "old", content: "small" }));
    expect([old.code, old.message]).toEqual(["too_large", expect.stringMatching(/could not be kept .* choose another name/)]);
  });
});

describe("file_system list", () => {
  it("shows 1,000 entries a page and where the next begins", async () => {
    const { workspace } = makeTestWorkspace();
    const names = Array.from({ length: 1_500 }, (_, i) => `f${String(i).padStart(4, "0")}`);
    for (const name of names) writeFileSync(join(workspace, name), "");
    const first = await call(workspace, { action: "list", path: "." });
    expect(first).toMatchObject({ truncated: true, cursor: 1_000, data: { total: 1_500 } });
    const second = await call(workspace, { action: "list", path: ".", offset: 1_000 });
    expect(second.cursor).toBeUndefined();
    const shown = [first, second].flatMap((page) => (page.data as { entries: { name: string }[] }).entries.map(({ name }) => name));
    expect(shown).toEqual(names);
  });

  it("ends a page early rather than give more than 50,000 characters", async () => {
    const { workspace } = makeTestWorkspace();
    for (let i = 0; i < 300; i++) writeFileSync(join(workspace, `${String(i).padStart(3, "0")}${"n".repeat(240)}`), "");
    const page = await call(workspace, { action: "list", path: "." });
    expect(page.text.length).toBeLessThan(50_200);
    expect(page.cursor).toBe((page.data as { entries: unknown[] }).entries.length);
    expect(page.truncated).toBe(true);
  });

  it("shows a blocked name and never what is in it; a name cannot forge a line", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, ".env"), "SECRET=canary-71");
    utimesSync(join(workspace, ".env"), new Date(0), new Date(0));
    writeFileSync(join(workspace, "a\nb\u202e.txt"), "");
    const page = await call(workspace, { action: "list", path: "." });
    expect(page.text).toContain(".env  file  1970-01-01T00:00:00Z  closed");
    expect(page.text).toContain("a\\u{a}b\\u{202e}.txt");
    expect(JSON.stringify(page)).not.toContain("canary-71");
  });
});
