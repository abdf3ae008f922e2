"use client";

import { ChevronDown, Plus } from "lucide-react";
import { switchOrganization } from "#components/api/switch-organization.ts";
import { Menu } from "#components/ui/menu.tsx";
import { RailButton } from "./rail-button.tsx";

/** In which organization one is; the others of the same person behind it. */
export function OrganizationMenu({
  name,
  organizations,
}: {
  name: string;
  organizations: { id: string; name: string; isActive: boolean }[];
}) {
  return (
    <Menu
      align="start"
      trigger={
        <RailButton icon={<ChevronDown />} className="px-1.5 font-semibold" aria-label={`Organization: ${name}. Switch`}>
          <span dir="auto" className="truncate">
            {name}
          </span>
        </RailButton>
      }
      items={[
        { kind: "heading", label: "Organizations" },
        ...organizations.map((organization) => ({
          kind: "choice" as const,
          label: organization.name,
          isChosen: organization.isActive,
          onSelect: () => void (organization.isActive || switchOrganization(organization.id)),
        })),
        { kind: "separator" },
        { kind: "link", label: "Rename or create one", icon: <Plus />, href: "/settings/organization" },
      ]}
    />
  );
}
