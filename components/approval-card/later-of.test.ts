import { describe, expect, it } from "vitest";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { laterOf } from "./later-of.ts";

const reading = (status: ApprovalJson["status"], call = "awaiting-approval", minutes: number[] = [], id = "a") => {
  const votes = minutes.map((minute) => ({ at: `2027-01-01T00:0${minute}:00.000Z` }));
  return { id, status, votes, call: { status: call } } as unknown as ApprovalJson;
};

describe("of two readings of a request", () => {
  it.each([
    [reading("pending"), reading("denied", "denied")],
    [reading("pending"), reading("pending", "awaiting-approval", [1])],
    [reading("pending", "awaiting-approval", [1]), reading("pending", "awaiting-approval", [1, 2])],
    [reading("pending", "awaiting-approval", [1, 2]), reading("pending", "awaiting-approval", [3])],
    [reading("pending", "awaiting-approval", [3]), reading("approved", "approved", [3, 4])],
    [reading("approved", "approved"), reading("approved", "executing")],
    [reading("approved", "executing"), reading("approved", "succeeded")],
    [reading("pending"), reading("expired", "expired")],
  ])("the later is taken, whichever came in which way", (earlier, later) => {
    expect(laterOf(earlier, later)).toBe(later);
    expect(laterOf(later, earlier)).toBe(later);
  });

  it("another request's is never taken", () => {
    const given = reading("pending");
    expect(laterOf(given, reading("denied", "denied", [], "b"))).toBe(given);
    expect(laterOf(given, null)).toBe(given);
  });
});
