"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { THEME_COOKIE, type Theme } from "#components/theme/theme.ts";
import { words } from "#components/words.ts";

const CHOICES = [
  { theme: "system", icon: Monitor },
  { theme: "light", icon: Sun },
  { theme: "dark", icon: Moon },
] as const;

const YEAR_SECONDS = 365 * 24 * 3600;

/** Light, dark, or as the machine. Takes effect at once; the cookie lets the server draw the next page right from its first byte. */
export function ThemeSwitch({ theme: initial }: { theme: Theme }) {
  const [theme, setTheme] = useState(initial);

  function choose(chosen: Theme): void {
    setTheme(chosen);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `${THEME_COOKIE}=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  }

  return (
    <fieldset className="inline-flex rounded-md bg-sunken p-0.5 hairline-ring">
      <legend className="sr-only">{words.theme}</legend>
      {CHOICES.map(({ theme: choice, icon: Icon }) => (
        <label
          key={choice}
          className="touch inline-flex items-center gap-1.5 rounded-sm px-2 py-1 text-sm text-muted hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:hairline-ring has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input type="radio" name="theme" className="sr-only" checked={theme === choice} onChange={() => choose(choice)} />
          <Icon className="size-3.5" aria-hidden="true" />
          {words.themes[choice]}
        </label>
      ))}
    </fieldset>
  );
}
