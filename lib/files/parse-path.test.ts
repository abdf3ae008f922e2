import { describe, expect, it } from "vitest";
import { FileProblem } from "./file-problem.ts";
import { formatPath, parseWorkspacePath } from "./parse-path.ts";

function codeOf(path: string): string {
  try {
    parseWorkspacePath(path);
    return "ok";
  } catch (error) {
    if (error instanceof FileProblem) return error.code;
    throw error;
  }
}

describe("a path of a workspace", () => {
  it.each([
    "../../etc/passwd",
    "..",
    "a/../../b",
    "a/..",
    "/etc/passwd",
    "//etc/passwd",
    "..\\..\\etc",
    "a\\b",
    "~/x",
    "~root/.ssh/id_rsa",
    "file:///etc/hostname",
    "file:etc/hostname",
    "https://example.com/x",
    "C:/Windows/win.ini",
    "....//....//etc/passwd",
    ".../x",
    ".. /x",
    "..\u200b/x",
    "\u2025/etc/passwd",
    "a\uff0f..\uff0fb",
  ])("refuses %j, which leads or might lead elsewhere", (path) => {
    expect(codeOf(path)).toBe("blocked_path");
  });

  it.each(["", "ok.txt\0.png", "a\nb", "x".repeat(256), "é".repeat(128), "d/".repeat(65), "d/".repeat(3000), "\ud800.txt"])(
    "says that %j is no path",
    (path) => {
      expect(codeOf(path)).toBe("invalid_path");
    },
  );

  it.each([
    ["notes.txt", "notes.txt"],
    ["./a//b/./c/", "a/b/c"],
    [".", "."],
    ["./", "."],
    ["%2e%2e%2fetc/passwd", "%2e%2e%2fetc/passwd"],
    ["a b/ünï.txt", "a b/ünï.txt"],
    ["..a/b..c", "..a/b..c"],
    ["12:30.txt", "12:30.txt"],
    ["x".repeat(255), "x".repeat(255)],
  ])("reads %j as %j", (path, expected) => {
    expect(formatPath(parseWorkspacePath(path))).toBe(expected);
  });

  it("takes 64 levels and 4,096 characters, and no more", () => {
    expect(codeOf("d/".repeat(64))).toBe("ok");
    expect(codeOf(`${"x".repeat(200)}/`.repeat(20).padEnd(4096, "y"))).toBe("ok");
    expect(codeOf(`${"x".repeat(200)}/`.repeat(20).padEnd(4097, "y"))).toBe("invalid_path");
  });
});

describe("names that are blocked", () => {
  it.each([
    ".env",
    ".ENV",
    ".env.production",
    ".env.local",
    ".env.example.local",
    ".env.",
    ".env ",
    " .env",
    "x/ .env",
    ".env::$DATA",
    ".env:stream",
    ".env~",
    ".env.local~",
    "#.env#",
    ".#.env",
    "x/.appsettings.Production.json.swp",
    "#appsettings.Production.json#",
    "\uff0eenv",
    ".e\u200bnv",
    ".//.git//config",
    ".git/./config",
    "GIT~1/config",
    ".Git/config",
    "sub/.GIT/HEAD",
    "sub/deep/.git",
    ".g\u200cit/config",
    "appsettings.Production.json",
    "deep/er/AppSettings.production.json",
    "APPSETTINGS.PRODUCTION.JSON. ",
    "appsettings.Production",
    "appsettings.Production.json.bak",
    `.cs-${"0a".repeat(16)}`,
  ])("refuses %j", (path) => {
    expect(codeOf(path)).toBe("blocked_path");
  });

  it.each([
    ".gitignore",
    ".gitattributes",
    "my.git",
    ".environment-setup.md",
    ".envoy/config.yaml",
    "docs/env.md",
    ".env.example",
    ".ENV.Example",
    ".envrc",
    ".env.example~",
    "#env#",
    ".#notes.md",
    ".appsettings.json.swp",
    "a.env",
    ".e\u0301nv",
    "appsettings.json",
    "appsettings.Development.json",
    "appsettings.Productions.json",
    ".cs-notes",
  ])("leaves %j free", (path) => {
    expect(codeOf(path)).toBe("ok");
  });

  it("says which rule refused it", () => {
    expect(() => parseWorkspacePath("a/.env.production")).toThrow('".env.*"');
    expect(() => parseWorkspacePath("a/.GIT/config")).toThrow('".git"');
    expect(() => parseWorkspacePath("AppSettings.production.json")).toThrow('"appsettings.Production.json"');
  });
});
