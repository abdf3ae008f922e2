/** What a person chose; `system` follows the machine. */
export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "theme";

/** The choice in a cookie's value; anything else is `system`. */
export function parseTheme(value: string | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}
