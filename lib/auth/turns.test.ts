import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

it("runs two at once, the others in the order in which they came, and turns away what finds the line full", async () => {
  const turns = new Turns({ atOnce: 2, mostWaiting: 2 });
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const work = (name: number) =>
    turns.take(async () => {
      begun.push(name);
      ends[name] = Promise.withResolvers();
      await ends[name].promise;
      return name;
    });
  const results = Promise.allSettled([0, 1, 2, 3, 4].map(work));
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]?.reject(new Error("it failed"));
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[2]?.resolve();
  ends[3]?.resolve();
  expect(await results).toMatchObject([
    { status: "rejected", reason: { message: "it failed" } },
    { value: 1 },
    { value: 2 },
    { value: 3 },
    { status: "rejected", reason: { code: "unavailable", status: 503, facts: { retryAfterMs: 5_000 } } },
  ]);
  expect(await turns.take(async () => "free again")).toBe("free again");
});
