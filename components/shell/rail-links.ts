import { CalendarClock, ChartNoAxesColumn, FileText, MessageSquarePlus, Search, Settings, ShieldCheck, Wrench } from "lucide-react";

/** The rail's entries, in their order. Above the list of chats stands what is used all day, below it what is looked after. */
export const UPPER_LINKS = [
  { href: "/chat", label: "New chat", icon: MessageSquarePlus },
  { href: "/search", label: "Search", icon: Search },
  { href: "/approvals", label: "Approvals", icon: ShieldCheck },
] as const;

export const LOWER_LINKS = [
  { href: "/documents", label: "Documents", icon: FileText },
  { href: "/schedules", label: "Schedules", icon: CalendarClock },
  { href: "/metrics", label: "Metrics", icon: ChartNoAxesColumn },
  { href: "/tools", label: "Tools", icon: Wrench },
  { href: "/settings", label: "Settings", icon: Settings },
] as const;

export type RailLink = (typeof UPPER_LINKS | typeof LOWER_LINKS)[number];

/** Whether an entry stands for the page at `path`. "New chat" is the empty chat alone; the others cover what lies below them. */
export function isCurrentLink(href: string, path: string): boolean {
  return path === href || (href !== "/chat" && path.startsWith(`${href}/`));
}
