import { usdWords } from "#lib/prices/usd.ts";
import type { ReachedLimit } from "./reached-limit.ts";

const WHO_CHANGES_IT = "Owners and admins change this limit under Settings, Limits.";
const NEW_DAY = "A new day begins at 00:00 UTC.";

/** Which limit, what is used of it, and who can change it: for the person in the chat, for a client, and for the model. */
export function limitWords(reached: ReachedLimit): string {
  return [what(reached), isOfDay(reached) ? NEW_DAY : "", WHO_CHANGES_IT].filter(Boolean).join(" ");
}

/** Whether waiting helps: the limits of a day are new every day. */
export function isOfDay({ limit }: ReachedLimit): boolean {
  return limit.endsWith("PerDay");
}

/** Milliseconds until the next day in UTC. */
export function untilNewDayMs(now = Date.now()): number {
  const dayMs = 24 * 60 * 60_000;
  return dayMs - (now % dayMs);
}

function what({ limit, allowed, used, asked }: ReachedLimit): string {
  switch (limit) {
    case "callsPerRun":
      return `A run may make ${calls(allowed)}. It has made ${number(used)}, and this step asks for ${number(asked)} more, so none of them ran.`;
    case "tokensPerRun":
      return asked > 0
        ? `A run may use ${tokens(allowed)}. It has used ${number(used)}, and the next step needs about ${number(asked)} more.`
        : `A run may use ${tokens(allowed)}, and it has used ${number(used)}.`;
    case "usdPerRun":
      return asked > 0
        ? `A run may cost ${usdWords(allowed)}. It has cost ${usdWords(used)}, and the next step needs about ${usdWords(asked)} more.`
        : `A run may cost ${usdWords(allowed)}, and it has cost ${usdWords(used)}.`;
    case "activeMsPerRun":
      return `A run may be at work for ${duration(allowed)}, and it has been for ${duration(used)}. Time that it waits for people does not count.`;
    case "memberCallsPerDay":
    case "organizationCallsPerDay":
      return asked > 0
        ? `${whoseOf(limit)} may make ${calls(allowed)} a day. ${number(used)} are made, and this step asks for ${number(asked)} more, so none of them ran.`
        : `${whoseOf(limit)} may make ${calls(allowed)} a day, and ${number(used)} are made.`;
    case "memberTokensPerDay":
    case "organizationTokensPerDay":
      return `${whoseOf(limit)} may use ${tokens(allowed)} a day, and ${number(used)} are used.`;
    case "memberUsdPerDay":
    case "organizationUsdPerDay":
      return asked > 0
        ? `${whoseOf(limit)} may spend ${usdWords(allowed)} a day. ${usdWords(used)} are spent, and the next step needs about ${usdWords(asked)} more.`
        : `${whoseOf(limit)} may spend ${usdWords(allowed)} a day, and ${usdWords(used)} are spent.`;
  }
}

/** Why a model is not asked whose cost nobody could tell. */
export function unpricedWords(model: string): string {
  return `This organization limits what its runs may cost, and ${model} has no price, so nobody could tell. Owners and admins set prices under Settings, Limits.`;
}

function whoseOf(limit: ReachedLimit["limit"]): string {
  return limit.startsWith("member") ? "A member" : "This organization";
}

function calls(count: number): string {
  return `${number(count)} ${count === 1 ? "call" : "calls"}`;
}

function tokens(count: number): string {
  return `${number(count)} ${count === 1 ? "token" : "tokens"}`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${number(Math.round(minutes / 60))} h`;
}
