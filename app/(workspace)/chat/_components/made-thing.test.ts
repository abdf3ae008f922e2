import { expect, it } from "vitest";
import { madeThing } from "./made-thing.ts";

const made = (data: unknown) => ({ ok: true, data });

it.each([
  ["scheduler", { action: "create" }, made({ id: "a" }), "/schedules/a"],
  ["document", { action: "create" }, made({ id: "b" }), "/documents/b"],
  ["document", { action: "update" }, made({ id: "b" }), "/documents/b"],
  ["draft", { action: "create" }, made({ id: "c" }), "/documents/drafts/c"],
  ["draft", { action: "update" }, made({ id: "../../x" }), "/documents/drafts/..%2F..%2Fx"],
])("leads from %s %j to what it made", (tool, input, output, href) => {
  expect(madeThing({ tool, input, output })).toMatchObject({ href });
});

it.each([
  ["scheduler", { action: "cancel" }, made({ id: "a" })],
  ["draft", { action: "delete" }, made({ id: "c" })],
  ["document", { action: "read" }, made({ id: "b" })],
  ["scheduler", { action: "create" }, undefined],
  ["scheduler", { action: "create" }, made(null)],
  ["scheduler", { action: "create" }, made({ id: 7 })],
  ["scheduler", "not json", made({ id: "a" })],
  ["mcp__x__create", { action: "create" }, made({ id: "a" })],
])("leads nowhere from %s %j, which made nothing that has a page here", (tool, input, output) => {
  expect(madeThing({ tool, input, output })).toBeNull();
});
