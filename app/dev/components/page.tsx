import { cookies } from "next/headers";
import { Forms } from "#app/dev/components/_gallery/forms.tsx";
import { Marks } from "#app/dev/components/_gallery/marks.tsx";
import { Overlays } from "#app/dev/components/_gallery/overlays.tsx";
import { Records } from "#app/dev/components/_gallery/records.tsx";
import { Texts } from "#app/dev/components/_gallery/texts.tsx";
import { Tokens } from "#app/dev/components/_gallery/tokens.tsx";
import { Logo } from "#components/brand/logo.tsx";
import { parseTheme, THEME_COOKIE } from "#components/theme/theme.ts";
import { ThemeSwitch } from "#components/theme/theme-switch.tsx";

export const metadata = { title: "Components" };

const SECTIONS = [
  { title: "Colours and type", Sample: Tokens },
  { title: "Marks and messages", Sample: Marks },
  { title: "Forms", Sample: Forms },
  { title: "Overlays", Sample: Overlays },
  { title: "Records", Sample: Records },
  { title: "Texts from outside", Sample: Texts },
];

/** Every component in every state, light and dark side by side. */
export default async function ComponentsPage() {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <main className="mx-auto max-w-[100rem] px-4 py-6 sm:px-6">
      <div className="rule-double flex flex-wrap items-center justify-between gap-4 pb-4">
        <h1 className="flex items-center gap-3 text-2xl font-semibold tracking-tight">
          <Logo className="size-9" />
          Countersign components
        </h1>
        <ThemeSwitch theme={theme} />
      </div>
      {SECTIONS.map(({ title, Sample }) => (
        <section key={title} className="pt-8">
          <h2 className="text-lg font-semibold">{title}</h2>
          <div className="mt-3 grid items-start gap-4 xl:grid-cols-2">
            {(["light", "dark"] as const).map((shown) => (
              <div
                key={shown}
                data-theme={shown}
                className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-7 rounded-lg bg-surface p-5 hairline-ring"
              >
                <Sample theme={shown} />
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  );
}
