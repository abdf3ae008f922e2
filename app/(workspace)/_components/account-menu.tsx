"use client";

import { ChevronsUpDown, LogOut, UserRound } from "lucide-react";
import { signOut } from "#components/api/sign-out.ts";
import { Menu } from "#components/ui/menu.tsx";
import { RailButton } from "./rail-button.tsx";

/** Who is signed in, at the foot of the rail. */
export function AccountMenu({ name, email, role }: { name: string; email: string; role: string }) {
  return (
    <Menu
      align="start"
      trigger={
        <RailButton icon={<ChevronsUpDown />} className="px-1">
          <span
            aria-hidden="true"
            className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
          >
            {[...name][0]}
          </span>
          <span dir="auto" className="truncate">
            {name}
          </span>
          <span className="shrink-0 text-muted">{role}</span>
        </RailButton>
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
