import { expect, it } from "vitest";
import { nameSchema } from "./name.ts";

it.each([
  ["  Zoe\u0308  ", "Zo\u00eb"],
  ["O’Brien-Şahin", "O’Brien-Şahin"],
  ["❤\ufe0f Team", "❤\ufe0f Team"],
  ["東京", "東京"],
  ["x".repeat(100), "x".repeat(100)],
])("%j is a name: %j", (given, name) => {
  expect(nameSchema.parse(given)).toBe(name);
});

it.each([
  "",
  " \t ",
  "x".repeat(101),
  "An\u0007n",
  "An\u2028n",
  "An\u200bn",
  "\u202enna",
  "Ann\u061c",
  "An\u00adn",
  "Ann\u{e0041}",
  "\u3164",
  "\u2800",
  "\u115f",
  "A\u034fnn",
  "\ufe0f",
])("%j is none", (given) => {
  expect(nameSchema.safeParse(given).success).toBe(false);
});
