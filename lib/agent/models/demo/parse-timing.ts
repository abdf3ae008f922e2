import type { DemoTiming } from "./intent.ts";
import type { DemoLanguage } from "./language.ts";

interface Timed {
  timing: DemoTiming;
  /** What is to be done then. */
  prompt: string;
}

const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
type Unit = keyof typeof UNIT_MS;

interface TimingWords {
  once: RegExp;
  everyUnit: RegExp;
  everyDay: RegExp;
  units: readonly (readonly [RegExp, Unit])[];
  one: RegExp;
  /** Cron day-of-week field for the words of `everyDay`. */
  days: readonly (readonly [RegExp, string])[];
}

const TIME = String.raw`(?<hour>\d{1,2})(?:[:.h](?<minute>\d{2}))? ?(?<half>am|pm|a\. ?m\.?|p\. ?m\.?)?`;

const WORDS: Record<DemoLanguage, TimingWords> = {
  en: {
    once: /^in (?<count>\d+|an?|one) (?<unit>seconds?|minutes?|hours?|days?),? (?<prompt>.+)$/i,
    everyUnit: /^every (?:(?<count>\d+) )?(?<unit>minutes?|hours?),? (?<prompt>.+)$/i,
    everyDay: new RegExp(
      `^(?:every|each|on) (?<days>day|weekday|morning|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?)(?: at ${TIME})?,? (?<prompt>.+)$`,
      "i",
    ),
    units: [
      [/^second/i, "second"],
      [/^minute/i, "minute"],
      [/^hour/i, "hour"],
      [/^day/i, "day"],
    ],
    one: /^(?:an?|one)$/i,
    days: [
      [/^(?:day|morning)/i, "*"],
      [/^weekday/i, "1-5"],
      [/^mon/i, "1"],
      [/^tue/i, "2"],
      [/^wed/i, "3"],
      [/^thu/i, "4"],
      [/^fri/i, "5"],
      [/^sat/i, "6"],
      [/^sun/i, "0"],
    ],
  },
  es: {
    once: /^(?:en|dentro de) (?<count>\d+|una?) (?<unit>segundos?|minutos?|horas?|días?),? (?<prompt>.+)$/i,
    everyUnit: /^cada (?:(?<count>\d+) )?(?<unit>minutos?|horas?),? (?<prompt>.+)$/i,
    everyDay: new RegExp(
      `^(?:(?:cada|todos los|los) )?(?<days>días? (?:laborables?|hábil(?:es)?)|de lunes a viernes|mañanas?|días?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)(?: a las? ${TIME})?,? (?<prompt>.+)$`,
      "i",
    ),
    units: [
      [/^seg/i, "second"],
      [/^min/i, "minute"],
      [/^hora/i, "hour"],
      [/^día/i, "day"],
    ],
    one: /^una?$/i,
    days: [
      [/laborable|hábil|de lunes a viernes/i, "1-5"],
      [/^(?:día|mañana)/i, "*"],
      [/^lunes/i, "1"],
      [/^martes/i, "2"],
      [/^miér/i, "3"],
      [/^jue/i, "4"],
      [/^vie/i, "5"],
      [/^sáb/i, "6"],
      [/^dom/i, "0"],
    ],
  },
};

/** A message that begins with a time: `In one minute, …`, `Every weekday at 9, …`. Null when it does not, or when the time is no time of day. */
export function parseTiming(text: string, language: DemoLanguage): Timed | null {
  const words = WORDS[language];
  const once = words.once.exec(text)?.groups;
  if (once) return onceIn(once, words);
  const unit = words.everyUnit.exec(text)?.groups;
  if (unit) return everyUnit(unit, words);
  const day = words.everyDay.exec(text)?.groups;
  return day ? everyDay(day, words) : null;
}

/** A thousand years, well within the dates that there are. */
const MAX_AFTER_MS = 365_000 * UNIT_MS.day;

type Groups = Record<string, string | undefined>;

function onceIn({ count = "", unit = "", prompt = "" }: Groups, words: TimingWords): Timed | null {
  const amount = words.one.test(count) ? 1 : Number(count);
  const known = unitOf(unit, words);
  const afterMs = amount * (known ? UNIT_MS[known] : 0);
  return afterMs > 0 && afterMs <= MAX_AFTER_MS ? { timing: { kind: "once", afterMs }, prompt } : null;
}

function everyUnit({ count = "1", unit = "", prompt = "" }: Groups, words: TimingWords): Timed | null {
  const amount = Number(count);
  const isMinute = unitOf(unit, words) === "minute";
  const whole = isMinute ? 60 : 24;
  // A step of cron begins anew with each hour or day: any other count would leave a shorter gap there.
  if (amount < 1 || amount >= whole || whole % amount !== 0) return null;
  const step = amount === 1 ? "*" : `*/${amount}`;
  return { timing: { kind: "cron", cron: isMinute ? `${step} * * * *` : `0 ${step} * * *` }, prompt };
}

function everyDay({ days = "", hour = "9", minute = "00", half, prompt = "" }: Groups, words: TimingWords): Timed | null {
  const dayOfWeek = words.days.find(([pattern]) => pattern.test(days))?.[1];
  const clock = hourOfDay(Number(hour), half);
  if (dayOfWeek === undefined || clock === null || Number(minute) > 59) return null;
  return { timing: { kind: "cron", cron: `${Number(minute)} ${clock} * * ${dayOfWeek}` }, prompt };
}

function hourOfDay(hour: number, half: string | undefined): number | null {
  if (!half) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function unitOf(text: string, words: TimingWords): Unit | undefined {
  return words.units.find(([pattern]) => pattern.test(text))?.[1];
}
