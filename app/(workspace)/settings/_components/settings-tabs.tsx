"use client";

import { usePathname } from "next/navigation";
import { TabNav } from "#components/ui/tab-nav.tsx";

const TABS = [
  { label: "Profile", href: "/settings/profile" },
  { label: "Sessions", href: "/settings/sessions" },
  { label: "API keys", href: "/settings/api-keys" },
  { label: "Members", href: "/settings/members" },
  { label: "Rules", href: "/settings/policy" },
  { label: "Standing approvals", href: "/settings/grants" },
  { label: "Agents", href: "/settings/agents" },
  { label: "Skills", href: "/settings/skills" },
  { label: "MCP servers", href: "/settings/mcp-servers" },
  { label: "Destinations", href: "/settings/destinations" },
  { label: "Limits", href: "/settings/limits" },
  { label: "Organization", href: "/settings/organization" },
];

export function SettingsTabs() {
  const path = usePathname();
  return (
    <TabNav
      label="Settings"
      tabs={TABS.map((tab) => ({ ...tab, isCurrent: path === tab.href || path.startsWith(`${tab.href}/`) }))}
      className="overflow-x-auto"
    />
  );
}
