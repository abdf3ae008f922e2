import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("many additions", () => {
  it("are told once, as their sum, when nothing more has come for a pause", () => {
    const tell = vi.fn();
    const { add } = coalesce({ pauseMs: 1_000, tell });
    for (const count of [1, 2, 1]) {
      add(count);
      vi.advanceTimersByTime(400);
    }
    expect(tell).not.toHaveBeenCalled();
    vi.advanceTimersByTime(600);
    expect(tell.mock.calls).toEqual([[4]]);
    add(1);
    vi.advanceTimersByTime(1_000);
    expect(tell.mock.calls).toEqual([[4], [1]]);
  });

  it("are told after four pauses at the latest, however they go on", () => {
    const tell = vi.fn();
    const { add } = coalesce({ pauseMs: 1_000, tell });
    for (let tenth = 0; tenth < 100; tenth += 1) {
      add(1);
      vi.advanceTimersByTime(100);
      if (tell.mock.calls.length > 0) break;
    }
    expect(tell).toHaveBeenCalledTimes(1);
    expect(tell.mock.calls[0]?.[0]).toBeGreaterThanOrEqual(30);
    expect(tell.mock.calls[0]?.[0]).toBeLessThanOrEqual(40);
  });

  it("wait while something else is told, and are not lost", () => {
    const tell = vi.fn();
    let isBusy = true;
    const { add } = coalesce({ pauseMs: 1_000, isBusy: () => isBusy, tell });
    add(2);
    vi.advanceTimersByTime(5_000);
    add(1);
    vi.advanceTimersByTime(5_000);
    expect(tell).not.toHaveBeenCalled();
    isBusy = false;
    vi.advanceTimersByTime(1_000);
    expect(tell.mock.calls).toEqual([[3]]);
  });

  it("are nothing when nothing was added, or after the end", () => {
    const tell = vi.fn();
    const { add, stop } = coalesce({ pauseMs: 1_000, tell });
    add(0);
    add(-3);
    vi.advanceTimersByTime(5_000);
    add(1);
    stop();
    vi.advanceTimersByTime(5_000);
    expect(tell).not.toHaveBeenCalled();
  });
});
