"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Logo } from "#components/brand/logo.tsx";
import { cx } from "#components/cx.ts";
import { WaitingBadge } from "#components/live/waiting-badge.tsx";
import { isCurrentLink, LOWER_LINKS, type RailLink, UPPER_LINKS } from "#components/shell/rail-links.ts";
import { words } from "#components/words.ts";

export interface RailProps {
  /** The name of the organization, or the menu to switch it. */
  organization: ReactNode;
  /** Approvals that wait for this member. */
  approvalsWaiting: number;
  /** The list of chats, by day. */
  chats: ReactNode;
  /** Who is signed in: name, role, menu. */
  account: ReactNode;
  /** Above the navigation in the drawer: its close button. */
  corner?: ReactNode;
}

/** The rail's content, as it stands at the left of wide windows and in the drawer of narrow ones. */
export function Rail({ organization, approvalsWaiting, chats, account, corner }: RailProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex items-center gap-0.5 px-2.5 pt-3 pb-2">
        <Link href="/chat" aria-label="Countersign" className="shrink-0 rounded-md">
          <Logo className="size-7" />
        </Link>
        <div className="min-w-0 grow font-semibold">{organization}</div>
        {corner}
      </div>
      <nav aria-label={words.navigation} className="flex min-h-0 grow flex-col">
        <ul className="px-2 pt-1">
          {UPPER_LINKS.map((link) => (
            <Entry key={link.href} link={link}>
              {link.href === "/approvals" ? <WaitingBadge drawn={approvalsWaiting} /> : null}
            </Entry>
          ))}
        </ul>
        <div className="mt-3 min-h-0 grow overflow-y-auto border-y px-2 py-3">{chats}</div>
        <ul className="px-2 py-2">
          {LOWER_LINKS.map((link) => (
            <Entry key={link.href} link={link} />
          ))}
        </ul>
      </nav>
      <div className="border-t px-2 py-2">{account}</div>
    </div>
  );
}

function Entry({ link, children }: { link: RailLink; children?: ReactNode }) {
  const isCurrent = isCurrentLink(link.href, usePathname());
  const Icon = link.icon;
  return (
    <li>
      <Link
        href={link.href}
        aria-current={isCurrent ? "page" : undefined}
        className={cx(
          "touch relative flex h-8 items-center gap-2.5 rounded-md px-2 transition-colors duration-100 hover:bg-hover",
          // The margin line of a ledger marks where one is.
          isCurrent &&
            "bg-surface font-medium before:absolute before:inset-y-1.5 before:start-0 before:w-0.75 before:rounded-full before:bg-accent",
        )}
      >
        <Icon className={cx("size-4 shrink-0", isCurrent ? "text-accent" : "text-muted")} aria-hidden="true" />
        <span className="grow truncate">{link.label}</span>
        {children}
      </Link>
    </li>
  );
}
