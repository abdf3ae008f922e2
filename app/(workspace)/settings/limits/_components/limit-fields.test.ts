import { expect, it } from "vitest";
import { DEFAULT_LIMITS, limitsSchema } from "#lib/limits/limits.ts";
import { LIMIT_GROUPS, readLimits, shownLimit } from "./limit-fields.ts";

const fields = LIMIT_GROUPS.flatMap((group) => group.fields);

it("the form has every limit once, and says again what it was given", () => {
  expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
  const form = new FormData();
  const limits = { ...DEFAULT_LIMITS, usdPerRun: 0.000_001, memberUsdPerDay: 12.5 };
  for (const field of fields) form.set(field.name, shownLimit(limits, field));
  expect(limitsSchema.parse(readLimits(form))).toEqual(limits);
});

it("an empty field is no limit, minutes may be broken, and words are left to the API", () => {
  const form = new FormData();
  form.set("tokensPerRun", " ");
  form.set("activeMsPerRun", "0.5");
  form.set("callsPerRun", "many");
  expect(readLimits(form)).toMatchObject({ tokensPerRun: null, activeMsPerRun: 30_000, callsPerRun: "many", memberCallsPerDay: null });
});
