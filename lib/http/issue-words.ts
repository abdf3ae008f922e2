import type { z } from "zod";

/**
 * What is wrong with a part of an input, for the person who filled in a form as much as for the program that called: "must not be empty" rather than
 * "Too small: expected string to have >=1 characters". A schema's own words win over these; undefined leaves the ones that zod has.
 */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : undefined;
    case "too_small":
      if (issue.origin === "string" && Number(issue.minimum) === 1) return "must not be empty";
      return boundWords(issue.origin, Number(issue.minimum), "at least");
    case "too_big":
      return boundWords(issue.origin, Number(issue.maximum), "at most");
    case "invalid_format":
      return issue.format === "email" ? "must be an e-mail address" : undefined;
    default:
      return undefined;
  }
}

function boundWords(origin: string, bound: number, which: "at least" | "at most"): string | undefined {
  const figure = bound.toLocaleString("en-US");
  if (origin === "string") return `must have ${which} ${figure} ${bound === 1 ? "character" : "characters"}`;
  if (origin === "array") return `must have ${which} ${figure} ${bound === 1 ? "entry" : "entries"}`;
  return origin === "number" || origin === "int" ? `must be ${which} ${figure}` : undefined;
}
