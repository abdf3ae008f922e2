import { afterEach, expect, it } from "vitest";
import { hearServerTime, onClockSet, serverNow } from "./server-clock.ts";
import { clock } from "./time-words.ts";

const HOUR_MS = 3_600_000;
const answerAt = (ms: number) => new Response(null, { headers: { date: new Date(ms).toUTCString() } });
const offBy = () => Math.round((serverNow() - Date.now()) / 1000);

afterEach(() => hearServerTime(answerAt(Date.now())));

it("goes by the server's time when this machine's clock is off, and by its own when they agree", () => {
  hearServerTime(answerAt(Date.now() + HOUR_MS));
  expect(offBy()).toBeGreaterThanOrEqual(3_598);
  expect(offBy()).toBeLessThanOrEqual(3_600);
  hearServerTime(answerAt(Date.now() - 5_000));
  expect(offBy()).toBe(0);
});

it("says when it jumps, once, and not for what an answer was on its way", () => {
  let jumps = 0;
  const stop = onClockSet(() => {
    jumps += 1;
  });
  hearServerTime(answerAt(Date.now() - 3 * HOUR_MS));
  hearServerTime(answerAt(Date.now() - 3 * HOUR_MS - 4_000));
  hearServerTime(new Response());
  hearServerTime(new Response(null, { headers: { date: "no date" } }));
  expect(jumps).toBe(1);
  stop();
});

it("sets the clock of the page, and those who look at it hear of it", () => {
  const seen: number[] = [];
  const stop = clock.subscribe(() => seen.push(clock.now()));
  hearServerTime(answerAt(Date.now() + 2 * HOUR_MS));
  expect(seen).toHaveLength(1);
  expect(Math.abs((seen[0] ?? 0) - Date.now() - 2 * HOUR_MS)).toBeLessThan(3_000);
  stop();
});
