import { describe, expect, it } from "vitest";
import { hashPassword, passwordSchema, verifyPassword } from "./password.ts";

describe("a password", () => {
  it("is verified against its own hash and no other", async () => {
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    expect(await verifyPassword("correct horsf", hash)).toBe(false);
    expect(await hashPassword("correct horse")).not.toBe(hash);
  });

  it("is the same whichever way its letters are composed", async () => {
    expect(await verifyPassword("cafe\u0301 olé", await hashPassword("café olé"))).toBe(true);
  });

  it("is never right for a person without one, and takes as long to be wrong", async () => {
    const hash = await hashPassword("correct horse");
    const known = await duration(() => verifyPassword("wrong horse", hash));
    const unknown = await duration(async () => expect(await verifyPassword("wrong horse", null)).toBe(false));
    expect(unknown).toBeGreaterThan(known / 4);
  });

  it("has 8 to 256 characters", () => {
    expect(passwordSchema.safeParse("1234567").success).toBe(false);
    expect(passwordSchema.safeParse("x".repeat(257)).success).toBe(false);
    expect(passwordSchema.safeParse("12345678").success).toBe(true);
  });
});

async function duration(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
