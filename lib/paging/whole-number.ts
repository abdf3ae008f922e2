import { z } from "zod";

/** A whole number in a query, written in digits alone: what only JavaScript reads as one (`1e3`, `0x10`, ` 7`, nothing at all) is refused. */
export function wholeNumber(least: number, most: number) {
  const [low, high] = [least, most].map((number) => number.toLocaleString("en-US"));
  return z
    .string(`A whole number from ${low} to ${high}.`)
    .regex(/^[0-9]{1,16}$/, `A whole number from ${low} to ${high}.`)
    .transform(Number)
    .pipe(z.number().min(least, `${low} at least.`).max(most, `${high} at most.`));
}
