import { z } from "zod";
import { toMicroUsd, toUsd } from "#lib/prices/usd.ts";

const DAY_MS = 24 * 60 * 60_000;
const MIB = 1024 * 1024;

/** A whole number; what is wrong with another value is said in words for whoever fills in the form. */
function whole(least: number, most: number, words = `A whole number from ${format(least)} to ${format(most)}.`) {
  return z.int(words).min(least, words).max(most, words);
}

/** Null: no limit. */
function orNone(...range: Parameters<typeof whole>) {
  return whole(...range).nullable();
}

/** US dollars, to a millionth. Null: no limit. */
function dollars(most: number) {
  const words = `An amount in US dollars from 0 to ${format(most)}, such as 2.50.`;
  return z
    .number(words)
    .min(0, words)
    .max(most, words)
    .refine((usd) => toUsd(toMicroUsd(usd)) === usd, "At most six digits behind the point.")
    .nullable();
}

function format(value: number): string {
  return value.toLocaleString("en-US");
}

/** What runs of an organization may use. Days are days in UTC. */
export const limitsSchema = z.strictObject({
  /** Calls that a run may ask for; a step that does not fit runs none of its calls. */
  callsPerRun: whole(1, 1_000),
  /** Tokens in and out, over all model steps of a run. */
  tokensPerRun: orNone(1, 1_000_000_000),
  /** What those tokens may cost. Where a limit of money is set, a model without a price is not asked. */
  usdPerRun: dollars(1_000_000),
  /** Time in which a run is at work. Time in line, and time that it waits for people, does not count. */
  activeMsPerRun: orNone(1_000, 7 * DAY_MS, "A time from 1 s to 7 days."),
  memberCallsPerDay: orNone(0, 10_000_000),
  memberTokensPerDay: orNone(0, 1_000_000_000_000),
  memberUsdPerDay: dollars(100_000_000),
  organizationCallsPerDay: orNone(0, 10_000_000),
  organizationTokensPerDay: orNone(0, 1_000_000_000_000),
  organizationUsdPerDay: dollars(100_000_000),
  /** Scheduled runs that are driven at the same time; the others wait their turn. */
  scheduledRunsAtOnce: whole(1, 1_000),
  /** What the files of the workspace may take on the disk. */
  workspaceBytes: orNone(MIB, 100 * 1024 * 1024 * MIB, "A size from 1 MiB to 100 TiB."),
});
export type Limits = z.output<typeof limitsSchema>;

export const DEFAULT_LIMITS: Limits = {
  callsPerRun: 100,
  tokensPerRun: 1_000_000,
  usdPerRun: null,
  activeMsPerRun: 30 * 60_000,
  memberCallsPerDay: null,
  memberTokensPerDay: null,
  memberUsdPerDay: null,
  organizationCallsPerDay: null,
  organizationTokensPerDay: null,
  organizationUsdPerDay: null,
  scheduledRunsAtOnce: 3,
  workspaceBytes: 10 * 1024 * MIB,
};

/** Whether what is used in a day must be counted while runs go on: nobody counts for limits that nobody set. */
export function hasDailyLimit(limits: Limits): boolean {
  return hasLimitOf("member", limits) || hasLimitOf("organization", limits);
}

/** Whose days are counted. */
export function hasLimitOf(whose: "member" | "organization", limits: Limits): boolean {
  const { memberCallsPerDay, memberTokensPerDay, memberUsdPerDay } = limits;
  const { organizationCallsPerDay, organizationTokensPerDay, organizationUsdPerDay } = limits;
  return whose === "member"
    ? memberCallsPerDay !== null || memberTokensPerDay !== null || memberUsdPerDay !== null
    : organizationCallsPerDay !== null || organizationTokensPerDay !== null || organizationUsdPerDay !== null;
}

/** Whether the cost of a run must be known before it goes on. */
export function limitsMoney({ usdPerRun, memberUsdPerDay, organizationUsdPerDay }: Limits): boolean {
  return usdPerRun !== null || memberUsdPerDay !== null || organizationUsdPerDay !== null;
}
