import { expect, it } from "vitest";
import { describeCall } from "./describe-call.ts";

it.each([
  ["file_system", { action: "read", path: "notes.txt" }, "Read", "notes.txt"],
  ["file_system", { action: "list", path: "." }, "List", "the workspace"],
  ["shell", { command: "ls -la" }, "Run", "ls -la"],
  ["web_fetch", { url: "https://example.org/" }, "Fetch", "https://example.org/"],
  ["web_fetch", { url: "https://example.org/", method: "post" }, "Send POST to", "https://example.org/"],
  ["scheduler", { action: "create", name: "Report" }, "Draft schedule", "Report"],
  ["mcp__github__create_issue", {}, "create_issue", "on github"],
  ["shell", "{ not json", "Run", null],
  ["file_system", { path: 7 }, "Files:", null],
  ["nope", null, "nope", null],
])("says what %s does to what", (tool, input, verb, target) => {
  expect(describeCall(tool, input)).toMatchObject({ verb, target });
});
