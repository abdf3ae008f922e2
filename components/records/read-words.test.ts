import { expect, it } from "vitest";
import { readWords } from "./read-words.ts";

it.each<[Parameters<typeof readWords>[0], string | null]>([
  [{ web: [], mcp: [] }, null],
  [{ web: ["example.com", "docs.example.org"], mcp: [] }, "example.com, docs.example.org"],
  [{ web: [], mcp: [], webhook: ["019b0000-0000-7000-8000-000000000000"] }, "what its webhook was sent"],
  [{ web: ["xn--exmple-4nf.com"], mcp: ["mail"] }, "xn--exmple-4nf.com, the MCP server mail"],
  [
    { web: ["a", "b", "c", "d", "e", "f"].map((name) => `${name}.example`), mcp: [] },
    "b.example, c.example, d.example, e.example, f.example and others",
  ],
])("says where a run had read, the newest of many: %j", (readFrom, words) => {
  expect(readWords(readFrom)).toBe(words);
});
