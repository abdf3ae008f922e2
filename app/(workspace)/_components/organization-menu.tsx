"use client";

import { ChevronDown, Plus } from "lucide-react";
import { switchOrganization } from "#components/api/switch-organization.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";

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
        <Button variant="quiet" className="w-full min-w-0 px-1.5 font-semibold" aria-label={`Organization: ${name}. Switch`}>
          <span className="min-w-0 grow truncate text-start">{name}</span>
          <ChevronDown aria-hidden="true" className="text-muted" />
        </Button>
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
