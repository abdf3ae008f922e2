import { describe, expect, it } from "vitest";
import { outcomeOf } from "#components/outcome/outcome.ts";

describe("outcomeOf", () => {
  it.each([
    ["refused", "refused"],
    ["denied", "refused"],
    ["expired", "expired"],
    ["cancelled", "cancelled"],
    ["unknown", "unknown"],
    ["awaiting-approval", "waiting"],
    ["executing", "running"],
    ["not-made", "cancelled"],
    ["failed", "failed"],
    ["succeeded", "succeeded"],
  ])("gives %s the role %s", (status, role) => {
    expect(outcomeOf(status).role).toBe(role);
  });

  it("never calls an expired request denied", () => {
    expect(outcomeOf("expired").word).toMatch(/nobody answered/);
    expect(outcomeOf("expired").word).not.toMatch(/den/i);
  });

  it.each(["", "a-status-of-tomorrow", "__proto__", "toString", "constructor"])(
    "shows %j, which it does not know, as unknown",
    (status) => {
      expect(outcomeOf(status)).toMatchObject({ role: "unknown", word: status });
    },
  );
});
