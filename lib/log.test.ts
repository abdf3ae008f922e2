import { describe, expect, it } from "vitest";
import { logLine } from "./log.ts";

const entry = (facts: Record<string, unknown>) => JSON.parse(logLine("info", "test", facts)) as Record<string, unknown>;

describe("a log entry", () => {
  it("is one line of JSON with time, level and message, which facts cannot replace", () => {
    const line = logLine("warn", "sign-in-refused", { address: "10.0.0.1", level: "debug", message: "forged", time: "never" });
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toMatchObject({ level: "warn", message: "sign-in-refused", address: "10.0.0.1" });
    expect(Date.parse(JSON.parse(line).time)).toBeGreaterThan(0);
  });

  it("cannot be forged or hidden by control, line-separator, zero-width or bidirectional characters", () => {
    const hostile = 'x\n{"level":"error"}\r\u001b[2K\u007f\u0085\u2028\u202e\u200b\u2066\ufeff';
    const line = logLine("info", hostile, { hostile });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/);
    expect(JSON.parse(line).hostile).toBe(hostile);
  });

  it("keeps secrets out, by name and by form", () => {
    const key = `cs_${"a".repeat(43)}`;
    const facts = entry({
      password: "hunter22",
      headers: { authorization: "Bearer abcdefghijkl", Cookie: "authjs.session-token=1" },
      note: `called with ${key} and Bearer ${"b".repeat(30)}`,
      url: "postgres://app:very-secret@db.example.org/x?token=abc123",
      jwt: `eyJhbGciOiJub25l.eyJzdWIiOiIx.${"c".repeat(10)}`,
      csrfToken: "0123",
      accessToken: "4567",
      error: new Error(`refused ${key}`, { cause: new Error("sk-abcdefghijklmnopqrstuvwx") }),
    });
    const text = JSON.stringify(facts);
    for (const secret of [
      "hunter22",
      "abcdefghijkl",
      "authjs.session-token=1",
      "aaaa",
      "bbbb",
      "very-secret",
      "abc123",
      "eyJz",
      "0123",
      "4567",
    ]) {
      expect(text).not.toContain(secret);
    }
    expect(facts.url).toContain("db.example.org");
  });

  it("keeps what only sounds like a secret", () => {
    expect(entry({ inputTokens: 12, apiKeyId: "0190", tokens: 3, title: "How to keep a secret" })).toMatchObject({
      inputTokens: 12,
      apiKeyId: "0190",
      tokens: 3,
      title: "How to keep a secret",
    });
  });

  it("says what an error was, with its cause, and survives cycles", () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const facts = entry({ error: new TypeError("bad", { cause: "why" }), cycle });
    expect(facts.error).toMatchObject({ name: "TypeError", message: "bad", cause: "why" });
  });
});
