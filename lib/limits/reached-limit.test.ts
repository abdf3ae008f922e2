import { describe, expect, it } from "vitest";
import { limitWords, untilNewDayMs } from "./limit-words.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { callsReached, dayReached, reservationReached, stepReached } from "./reached-limit.ts";

type UsedToday = [calls: number, tokens: number, usd?: number];

const allowance = (limits: Partial<Limits>, today: { member?: UsedToday; organization?: UsedToday } = {}) => {
  const used = ([calls, tokens, usd = 0]: UsedToday = [0, 0]) => ({ calls, tokens, usd });
  return {
    limits: { ...DEFAULT_LIMITS, ...limits },
    today: { member: used(today.member), organization: used(today.organization) },
    prices: [],
  };
};
const run = (tokens: number, activeMs = 0, usd = 0) => ({ tokens, usd, activeMs });
const asking = (tokens: number, usd = 0) => ({ tokens, usd });

describe("a limit", () => {
  it("of calls is reached by the step that does not fit, not by the one that fills it", () => {
    expect(callsReached({ callsPerRun: 10 }, 7, 3)).toBeNull();
    expect(callsReached({ callsPerRun: 10 }, 7, 4)).toEqual({ limit: "callsPerRun", allowed: 10, used: 7, asked: 4 });
  });

  it("of tokens is reached before a question that does not fit is asked", () => {
    expect(stepReached(allowance({ tokensPerRun: 1 }), run(0), asking(900))).toMatchObject({ limit: "tokensPerRun", used: 0, asked: 900 });
    expect(stepReached(allowance({ tokensPerRun: 2_000 }), run(1_000), asking(900))).toBeNull();
    expect(stepReached(allowance({ tokensPerRun: 2_000 }), run(1_100), asking(900))).toMatchObject({ limit: "tokensPerRun" });
    expect(stepReached(allowance({ tokensPerRun: null }), run(1e9), asking(1e6))).toBeNull();
  });

  it("of money is reached before a question that it does not pay for, and never by what is free", () => {
    expect(stepReached(allowance({ usdPerRun: 0.5 }), run(0, 0, 0.3), asking(900, 0.1))).toBeNull();
    expect(stepReached(allowance({ usdPerRun: 0.5 }), run(0, 0, 0.3), asking(900, 0.2))).toEqual({
      limit: "usdPerRun",
      allowed: 0.5,
      used: 0.3,
      asked: 0.2,
    });
    expect(stepReached(allowance({ usdPerRun: 0 }), run(0), asking(900, 0.000_001))).toMatchObject({ limit: "usdPerRun", allowed: 0 });
    expect(stepReached(allowance({ usdPerRun: 0, memberUsdPerDay: 0 }), run(0), asking(900))).toBeNull();
    expect(stepReached(allowance({ memberUsdPerDay: 2 }, { member: [0, 0, 1.5] }), run(0), asking(1, 0.4))).toBeNull();
    expect(stepReached(allowance({ memberUsdPerDay: 2 }, { member: [0, 0, 1.5] }), run(0), asking(1, 0.5))).toMatchObject({ asked: 0.5 });
    expect(dayReached(allowance({ organizationUsdPerDay: 2 }, { organization: [0, 0, 2] }))).toMatchObject({
      limit: "organizationUsdPerDay",
    });
  });

  it("of time counts what the run was at work", () => {
    expect(stepReached(allowance({ activeMsPerRun: 60_000 }), run(0, 59_999), asking(1))).toBeNull();
    expect(stepReached(allowance({ activeMsPerRun: 60_000 }), run(0, 60_000), asking(1))).toMatchObject({ limit: "activeMsPerRun" });
    expect(stepReached(allowance({ activeMsPerRun: null }), run(0, 1e9), asking(1))).toBeNull();
  });

  it("of a day is reached when nothing is left, for one member or for all of them", () => {
    expect(dayReached(allowance({}, { member: [1e6, 1e9], organization: [1e6, 1e9] }))).toBeNull();
    expect(dayReached(allowance({ memberCallsPerDay: 5 }, { member: [4, 0] }))).toBeNull();
    expect(dayReached(allowance({ memberCallsPerDay: 5 }, { member: [5, 0] }))).toMatchObject({ limit: "memberCallsPerDay", used: 5 });
    expect(dayReached(allowance({ organizationTokensPerDay: 5 }, { organization: [0, 9] }))).toMatchObject({ used: 9, allowed: 5 });
    expect(stepReached(allowance({ memberCallsPerDay: 5 }, { member: [5, 0] }), run(0), asking(1))).toBeNull();
    expect(dayReached(allowance({ memberTokensPerDay: 0 }))).toMatchObject({ limit: "memberTokensPerDay", allowed: 0 });
  });

  it("of a day has room for a step's calls, or names whose it is", () => {
    expect(reservationReached(allowance({ memberCallsPerDay: 5 }, { member: [3, 0] }), 2)).toBeNull();
    expect(reservationReached(allowance({ memberCallsPerDay: 5 }, { member: [3, 0] }), 3)).toMatchObject({
      limit: "memberCallsPerDay",
      asked: 3,
    });
  });
});

describe("the words of a limit", () => {
  it.each([
    [
      { limit: "callsPerRun", allowed: 100, used: 98, asked: 3 },
      "A run may make 100 calls. It has made 98, and this step asks for 3 more, so none of them ran.",
    ],
    [
      { limit: "tokensPerRun", allowed: 1, used: 0, asked: 950 },
      "A run may use 1 token. It has used 0, and the next step needs about 950 more.",
    ],
    [{ limit: "tokensPerRun", allowed: 1_000, used: 1_200, asked: 0 }, "A run may use 1,000 tokens, and it has used 1,200."],
    [
      { limit: "activeMsPerRun", allowed: 1_800_000, used: 1_800_400, asked: 0 },
      "A run may be at work for 30 min, and it has been for 30 min. Time that it waits for people does not count.",
    ],
    [
      { limit: "memberCallsPerDay", allowed: 5, used: 5, asked: 0 },
      "A member may make 5 calls a day, and 5 are made. A new day begins at 00:00 UTC.",
    ],
    [
      { limit: "organizationCallsPerDay", allowed: 5, used: 4, asked: 2 },
      "This organization may make 5 calls a day. 4 are made, and this step asks for 2 more, so none of them ran. A new day begins at 00:00 UTC.",
    ],
    [
      { limit: "organizationTokensPerDay", allowed: 9_000, used: 9_100, asked: 0 },
      "This organization may use 9,000 tokens a day, and 9,100 are used. A new day begins at 00:00 UTC.",
    ],
    [
      { limit: "usdPerRun", allowed: 0.5, used: 0.412_5, asked: 0.1 },
      "A run may cost $0.50. It has cost $0.4125, and the next step needs about $0.10 more.",
    ],
    [{ limit: "usdPerRun", allowed: 0.5, used: 1_200, asked: 0 }, "A run may cost $0.50, and it has cost $1,200.00."],
    [
      { limit: "memberUsdPerDay", allowed: 2, used: 2.000_001, asked: 0 },
      "A member may spend $2.00 a day, and $2.000001 are spent. A new day begins at 00:00 UTC.",
    ],
  ] as const)("say which, what is used, and who changes it: %j", (reached, words) => {
    expect(limitWords(reached)).toBe(`${words} Owners and admins change this limit under Settings, Limits.`);
  });

  it("know when the next day begins", () => {
    expect(untilNewDayMs(Date.UTC(2030, 0, 1, 23, 59, 59))).toBe(1_000);
    expect(untilNewDayMs(Date.UTC(2030, 0, 1))).toBe(24 * 60 * 60_000);
  });
});
