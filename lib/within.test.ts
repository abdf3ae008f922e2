import { describe, expect, it } from "vitest";
import { within } from "./within.ts";

const never = new Promise<never>(() => undefined);

describe("within a time", () => {
  it("is what the work comes to, be it nothing or a failure", async () => {
    expect(await within(1_000, Promise.resolve(null), () => "late")).toBeNull();
    await expect(within(1_000, Promise.reject(new Error("no")), () => "late")).rejects.toThrow("no");
  });

  it("is what is said instead when the time is over, and a failure after that is nobody's", async () => {
    const failing = new Promise<never>((_, reject) => setTimeout(reject, 20, new Error("too late")));
    expect(await within(5, failing, () => "late")).toBe("late");
    await expect(
      within(5, never, () => {
        throw new Error("gave up");
      }),
    ).rejects.toThrow("gave up");
    await expect(failing).rejects.toThrow("too late");
  });
});
