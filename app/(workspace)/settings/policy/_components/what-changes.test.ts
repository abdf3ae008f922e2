import { describe, expect, it } from "vitest";
import type { Rule } from "#lib/policies/policy.ts";
import { whatChanges } from "./what-changes.ts";

const rule = (id: string, effect: Rule["effect"] = "ask"): Rule => ({ id, effect, reason: "Because." });

describe("whatChanges", () => {
  it("names what goes, what comes and what is otherwise", () => {
    const changes = whatChanges([rule("a"), rule("b"), rule("c")], [rule("b", "deny"), rule("c"), rule("d")]);
    expect(changes.map(({ kind, rule: { id } }) => `${kind} ${id}`)).toEqual(["removed a", "changed b", "added d"]);
  });

  it("sees no change in another order of keys", () => {
    expect(
      whatChanges(
        [{ id: "a", effect: "ask", reason: "r", requirement: { approvals: 2, excludeRequester: true } }],
        [{ reason: "r", requirement: { excludeRequester: true, approvals: 2 }, effect: "ask", id: "a" }],
      ),
    ).toEqual([]);
  });
});
