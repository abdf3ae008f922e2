import { describe, expect, it } from "vitest";
import { pinChoice, pinsOf } from "./standing-pins.ts";

const pinned = (tool: string, args: Record<string, unknown>) => {
  const choice = pinChoice(tool, args);
  return choice && pinsOf(choice, choice.value);
};

describe("what a card offers to pin", () => {
  it("is how a command begins", () => {
    expect(pinned("shell", { command: "npm test" })).toEqual([{ pointer: "/command", op: "starts-with", value: "npm test" }]);
  });

  it("is the path, with the action as it is", () => {
    expect(pinned("file_system", { action: "write", path: "notes/a.txt", content: "x" })).toEqual([
      { pointer: "/action", op: "equals", value: "write" },
      { pointer: "/path", op: "starts-with", value: "notes/a.txt" },
    ]);
  });

  it("is the host, with the method as it is", () => {
    expect(pinned("web_fetch", { url: "https://Example.com/a?b", method: "POST" })).toEqual([
      { pointer: "/method", op: "equals", value: "POST" },
      { pointer: "/url", op: "host-is", value: "example.com" },
    ]);
  });

  it("is never another method than the one that was asked for, also where none was named", () => {
    const args = { url: "https://example.com/a" };
    expect(pinned("web_fetch", args)).toEqual([
      { pointer: "/method", op: "absent" },
      { pointer: "/url", op: "host-is", value: "example.com" },
    ]);
    expect([pinChoice("web_fetch", args)?.words, pinChoice("web_fetch", { ...args, method: "PUT" })?.words]).toEqual([
      "GET requests to the host",
      "PUT requests to the host",
    ]);
  });

  it.each([
    ["another tool", "scheduler", { action: "create" }],
    ["an address that is none", "web_fetch", { url: "nowhere" }],
    ["an argument that is no text", "shell", { command: 1 }],
  ])("is nothing for %s", (_, tool, args) => {
    expect(pinned(tool, args)).toBeNull();
  });
});
