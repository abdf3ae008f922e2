import { expect, it } from "vitest";
import { parseTheme } from "#components/theme/theme.ts";

it.each([
  ["dark", "dark"],
  ["light", "light"],
  ["system", "system"],
  [undefined, "system"],
  ['"><script>', "system"],
])("reads the cookie %j as %s", (cookie, theme) => {
  expect(parseTheme(cookie)).toBe(theme);
});
