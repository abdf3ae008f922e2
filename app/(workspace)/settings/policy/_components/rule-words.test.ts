import { describe, expect, it } from "vitest";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { requirementWords, ruleWords } from "./rule-words.ts";

describe("a rule in words", () => {
  it("says what, to whom, from where and when", () => {
    const words = ruleWords({
      id: "x",
      effect: "deny",
      tool: "web_fetch",
      effectClass: ["write", "irreversible"],
      roles: ["member", "approver"],
      entryPoints: ["schedule"],
      when: [
        { pointer: "/url", op: "host-is", value: "example.com" },
        { pointer: "/body", op: "present" },
      ],
      reason: "Because.",
    });
    expect(words).toBe(
      'Denies web_fetch, for writing or what cannot be undone, to the role member or approver from schedules when "url" has the host "example.com" and "body" is given.',
    );
  });

  it("says of a deny of writing that it means what cannot be undone too, and of nothing else", () => {
    const rule = { id: "x", effectClass: "write", reason: "." } as const;
    expect(ruleWords({ ...rule, effect: "deny" })).toBe("Denies every tool, for writing or what cannot be undone, to everyone.");
    expect(ruleWords({ ...rule, effect: "allow" })).toBe("Allows every tool, for writing, to everyone.");
  });

  it("says what must have been read before", () => {
    const words = ruleWords({ id: "x", effect: "ask", tool: "shell", afterReading: ["web", "mcp"], reason: "." });
    expect(words).toBe("Asks before shell for everyone once the run has read a web page or an answer of an MCP server.");
  });

  it("says who must agree, how many, and what silence does", () => {
    const ask = { id: "x", effect: "ask", reason: "." } as const;
    expect(requirementWords(ask)).toBe("One person with the role owner, admin or approver must agree. Waits without limit.");
    expect(
      requirementWords({ ...ask, requirement: { approvals: 2, roles: ["admin"], excludeRequester: true, expiresAfterMs: 600_000 } }),
    ).toBe("2 people with the role admin, not the person who asked, must agree. Closes unanswered after 10 minutes.");
    expect(requirementWords({ ...ask, effect: "allow" })).toBe("");
  });

  it("has words for every rule of every preset", () => {
    for (const rule of Object.values(PRESET_RULES).flat()) expect(ruleWords(rule)).toMatch(/^(Allows|Asks before|Denies) .+\.$/);
  });
});
