import { cookies } from "next/headers";
import { parseTheme, THEME_COOKIE } from "#components/theme/theme.ts";
import { ThemeSwitch } from "#components/theme/theme-switch.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { pageActor } from "#lib/auth/page-actor.ts";
import { hasOwnPassword } from "#lib/members/has-own-password.ts";
import { Section } from "../_components/section.tsx";
import { NameForm } from "./_components/name-form.tsx";
import { PasswordForm } from "./_components/password-form.tsx";

export const metadata = { title: "Profile" };

export default async function ProfilePage() {
  const actor = await pageActor();
  const isOwn = await hasOwnPassword(actor.userId);
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <div className="grid max-w-xl gap-9">
      <Section title="Profile" description={`Signed in as ${actor.user.email}. Your name is the same in all your organizations.`}>
        <NameForm name={actor.user.name} />
      </Section>
      <Section title="Password" description="Changing it signs you out everywhere else. API keys stay.">
        {isOwn ? null : (
          <Callout tone="warning" title="An administrator chose your password">
            Replace it with one that only you know.
          </Callout>
        )}
        <PasswordForm email={actor.user.email} />
      </Section>
      <Section title="Look">
        <div>
          <ThemeSwitch theme={theme} />
        </div>
      </Section>
    </div>
  );
}
