import Link from "next/link";
import type { ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { WaitingBadge } from "#components/live/waiting-badge.tsx";
import { WaitingNotice } from "#components/live/waiting-notice.tsx";
import { WaitingTitle } from "#components/live/waiting-title.tsx";
import { Rail, type RailProps } from "#components/shell/rail.tsx";
import { RailDrawer } from "#components/shell/rail-drawer.tsx";
import { words } from "#components/words.ts";

/**
 * The frame of every page for members: rail at the left from 768 px on, a bar with a drawer below that, and the page's one `<main>`. The
 * main part is as high as the window and scrolls by itself, so that a page can fix its own foot (a composer). On paper nothing scrolls: there it is
 * as long as what stands in it, without rail and bar.
 */
export function AppShell({ children, ...rail }: Omit<RailProps, "corner"> & { children: ReactNode }) {
  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] md:grid-cols-[15.5rem_minmax(0,1fr)] md:grid-rows-1 print:block print:h-auto">
      <WaitingTitle drawn={rail.approvalsWaiting} />
      <WaitingNotice />
      <a
        href="#main"
        className="fixed start-2 top-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus-visible:translate-y-0"
      >
        {words.skipToContent}
      </a>
      <header className="hidden min-h-0 border-e bg-canvas md:block print:hidden">
        <Rail {...rail} />
      </header>
      <header className="flex items-center gap-2 border-b bg-canvas px-2 py-1.5 md:hidden print:hidden">
        <RailDrawer {...rail} />
        <Logo className="size-6 shrink-0" />
        <div className="min-w-0 grow truncate font-semibold">{rail.organization}</div>
        <Link href="/approvals" className="touch grid place-items-center rounded-md px-1">
          {/* The link has a name also while the badge shows nothing. */}
          <span className="sr-only">Approvals</span>
          <WaitingBadge drawn={rail.approvalsWaiting} />
        </Link>
      </header>
      {/* `relative`: words for screen readers alone, which stand outside the flow, would otherwise lengthen the window beyond its frame. */}
      <main
        id="main"
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-col overflow-y-auto bg-surface outline-none print:overflow-visible"
      >
        {children}
      </main>
    </div>
  );
}
