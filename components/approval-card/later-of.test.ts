import { describe, expect, it } from "vitest";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { laterOf } from "./later-of.ts";

const reading = (status: ApprovalJson["status"], call = "awaiting-approval", votes = 0, id = "a") =>
  ({ id, status, votes: Array.from({ length: votes }), editedInput: null, call: { status: call } }) as unknown as ApprovalJson;

describe("of two readings of a request", () => {
  it.each([
    [reading("pending"), reading("denied", "denied")],
    [reading("pending"), reading("pending", "awaiting-approval", 1)],
    [reading("approved", "approved"), reading("approved", "executing")],
    [reading("approved", "executing"), reading("approved", "succeeded")],
    [reading("pending"), reading("expired", "expired")],
  ])("the later is taken, whichever came in which way", (earlier, later) => {
    expect(laterOf(earlier, later)).toBe(later);
    expect(laterOf(later, earlier)).toBe(later);
  });

  it("another request's is never taken", () => {
    const given = reading("pending");
    expect(laterOf(given, reading("denied", "denied", 0, "b"))).toBe(given);
    expect(laterOf(given, null)).toBe(given);
  });
});
