import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { parseTheme, THEME_COOKIE } from "#components/theme/theme.ts";
import { StatusLine } from "#components/ui/status-line.tsx";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Countersign", template: "%s · Countersign" },
  description: "Team chat with AI agents in which every tool call goes through one gate.",
  icons: { icon: "/icon.svg" },
  robots: { index: false },
};

export const viewport: Viewport = {
  // A keyboard on the screen makes the page lower, not taller than what can be seen: the composer stays above it.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f7f7" },
    { media: "(prefers-color-scheme: dark)", color: "#0c1518" },
  ],
};

/** The document. The theme comes from a cookie, so the first byte is right and no script has to correct it. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    // The theme switch sets the attribute by itself, before the server knows.
    <html lang="en" data-theme={theme === "system" ? undefined : theme} suppressHydrationWarning>
      <body className="font-sans">
        {children}
        <StatusLine />
      </body>
    </html>
  );
}
