"use client";

import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import { signOut } from "#components/api/sign-out.ts";
import { Button } from "#components/ui/button.tsx";
import { Menu } from "#components/ui/menu.tsx";

/** Who is signed in, at the foot of the rail. */
export function AccountMenu({ name, email, role }: { name: string; email: string; role: string }) {
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="quiet" className="w-full px-2">
          <span className="min-w-0 grow truncate text-start">
            {name} <span className="font-normal text-muted">· {role}</span>
          </span>
          <ChevronsUpDown aria-hidden="true" className="text-muted" />
        </Button>
      }
      items={[
        { kind: "heading", label: email },
        { kind: "link", label: "Profile and password", icon: <UserRound />, href: "/settings/profile" },
        { kind: "separator" },
        { label: "Sign out", icon: <LogOut />, onSelect: () => void signOut() },
      ]}
    />
  );
}
