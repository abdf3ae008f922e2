import { describe, expect, it } from "vitest";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { actOf, argumentsOf, changeWords, missingWords, outcomeWords, standingWords } from "./card-words.ts";

const requirement = { approvals: 1, roles: ["owner", "approver"] as ApprovalJson["requirement"]["roles"], excludeRequester: false };
const call = { status: "approved", kind: null, reason: null, durationMs: null } as ApprovalJson["call"];
const vote = { userId: "u", decision: "approve", at: "", reason: null } as ApprovalJson["votes"][number];

describe("the words on a card", () => {
  it.each([
    ["shell", { command: "ls" }, "Run command"],
    ["web_fetch", { url: "x", method: "POST" }, "Send request"],
    ["web_fetch", { url: "x" }, "Fetch page"],
    ["file_system", { action: "write" }, "Write file"],
    ["scheduler", { action: "create" }, "Create schedule"],
    ["mcp__x__y", {}, "Run mcp__x__y"],
  ])("name the act of %s %j: %s", (tool, args, act) => {
    expect(actOf(tool, args)).toBe(act);
  });

  it("count the lines that would change", () => {
    expect(changeWords(1, 0)).toBe("1 line added, 0 removed");
    expect(changeWords(1_200, 1)).toBe("1,200 lines added, 1 removed");
  });

  it("never say that anybody denied what nobody answered, nor that anything ran that did not", () => {
    const seven = (["pending", "denied", "expired", "cancelled", "superseded"] as const).map((status) =>
      outcomeWords({ status, decidedByName: "Ana", call }),
    );
    const approved = outcomeWords({ status: "approved", decidedByName: "Ana", call: { ...call, status: "succeeded", durationMs: 1_250 } });
    const unknown = outcomeWords({ status: "approved", decidedByName: "Ana", call: { ...call, status: "unknown" } });
    const all = [...seven, approved, unknown].map(({ title, effect }) => `${title}. ${effect}`);
    expect(new Set(all).size).toBe(7);
    expect(all[2]).toMatch(/^Nobody answered in time\. Nothing was run, and nobody said no/);
    expect(all[2]).not.toMatch(/denied/i);
    expect(all[3]).toMatch(/^No longer open, nothing was run/);
    expect(approved.effect).toBe("It ran in 1.3 s.");
    expect(unknown.effect).toMatch(/may have run/);
  });

  it("say that an approved call was refused in the end, and why", () => {
    const words = outcomeWords({
      status: "approved",
      decidedByName: "Ana",
      call: { ...call, status: "refused", reason: "Commands are switched off." },
    });
    expect(words.effect).toBe("It did not run: when its turn came it was refused. Commands are switched off.");
  });

  it("say who is still missing, and who may decide when the reader may not", () => {
    expect(missingWords({ requirement, votes: [] })).toBe("Needs one person with the role owner or approver.");
    expect(missingWords({ requirement: { ...requirement, approvals: 3, excludeRequester: true }, votes: [vote] })).toBe(
      "1 of 3 agreed. Still needs 2 people with the role owner or approver, not the person who asked.",
    );
    expect(standingWords({ standing: "not-an-approver", requirement, requestedByName: "Bo" })).toContain("owner or approver can");
    expect(standingWords({ standing: "requester-excluded", requirement, requestedByName: "Bo" })).toContain("because you asked for it");
  });

  it("show what runs: the changed arguments, and what is no object too", () => {
    expect(argumentsOf({ input: { a: 1 }, editedInput: { a: 2 } })).toEqual({ a: 2 });
    expect(argumentsOf({ input: "text", editedInput: null })).toEqual({ input: "text" });
    expect(argumentsOf({ input: [1], editedInput: null })).toEqual({ input: [1] });
  });
});
