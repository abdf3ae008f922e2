"use client";

import { switchOrganization } from "#components/api/switch-organization.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";

export function OrganizationList({ organizations }: { organizations: { id: string; name: string; role: string; isActive: boolean }[] }) {
  return (
    <ul className="grid divide-y rounded-md hairline-ring">
      {organizations.map(({ id, name, role, isActive }) => (
        <li key={id} className="flex items-center justify-between gap-3 px-4 py-2.5">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <Badge>{role}</Badge>
          </span>
          {isActive ? (
            <Badge tone="accent">here</Badge>
          ) : (
            <Button size="sm" onClick={() => switchOrganization(id)} aria-label={`Switch to ${name}`}>
              Switch
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
