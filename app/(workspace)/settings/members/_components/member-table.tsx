"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Table, Th } from "#components/ui/table.tsx";
import type { Role } from "#lib/context.ts";
import { MemberRow, type MemberRowItem } from "./member-row.tsx";

interface MemberTableProps {
  viewer: { id: string; role: Role };
  /** Those that the viewer may give; none for whoever only reads. */
  roles: Role[];
  members: MemberRowItem[];
}

export function MemberTable({ viewer, roles, members }: MemberTableProps) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [asked, setAsked] = useState<Asked | null>(null);

  async function change(member: MemberRowItem, role: Role): Promise<void> {
    const isDone = await act(() => callApi("PATCH", `/api/members/${member.id}`, { role }));
    setAsked(null);
    if (isDone) announce({ text: `${member.name} is ${role} now.` });
    // Refused or done: what stands there must be what is so.
    router.refresh();
  }

  async function remove(member: MemberRowItem, isLeaving: boolean): Promise<void> {
    const isDone = await act(() => callApi("DELETE", `/api/members/${member.id}`));
    setAsked(null);
    if (!isDone) return;
    if (isLeaving) return window.location.assign("/choose-organization");
    announce({
      text: member.status === "invited" ? `The invitation for ${member.email} is withdrawn.` : `${member.name} is no longer a member.`,
    });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="Nothing was changed" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <Table caption="Members">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Role</Th>
            <Th>E-mail</Th>
            <Th>Since</Th>
            <Th>
              <span className="sr-only">Acts</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isViewer={member.id === viewer.id}
              roles={member.role === "owner" && viewer.role !== "owner" ? [] : roles}
              onChange={(role) => setAsked({ member, role, isViewer: member.id === viewer.id })}
              onRemove={() => setAsked({ member, role: null, isViewer: member.id === viewer.id })}
            />
          ))}
        </tbody>
      </Table>
      <AlertDialog
        isOpen={asked !== null}
        {...wordsFor(asked)}
        isDangerous={asked?.role === null}
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && (asked.role ? change(asked.member, asked.role) : remove(asked.member, asked.isViewer))}
      />
    </>
  );
}

/** What is to happen to whom. A role is asked about too: with the keyboard, each arrow in its list chooses another one. */
interface Asked {
  member: MemberRowItem;
  /** Null: they are to go. */
  role: Role | null;
  isViewer: boolean;
}

function wordsFor(asked: Asked | null) {
  const { member, role = null, isViewer = false } = asked ?? {};
  const name = member?.name ?? "";
  if (role) {
    const description = isViewer ? "You may not be able to take it back yourself." : `It was ${member?.role}. It acts on the next request.`;
    return { title: `Make ${isViewer ? "yourself" : name} ${role}?`, description, confirmLabel: "Change the role", cancelLabel: "Keep it" };
  }
  if (member?.status === "invited") {
    const description = "The link no longer opens. You can invite the person again.";
    return { title: `Withdraw the invitation for ${name}?`, description, confirmLabel: "Withdraw it", cancelLabel: "Keep it" };
  }
  if (isViewer) {
    const description = "Your API keys for it end, and your schedules stop firing. Only an invitation brings you back.";
    return { title: "Leave this organization?", description, confirmLabel: "Leave", cancelLabel: "Stay" };
  }
  const description = "Their API keys end, their open pages stop, and their schedules no longer fire. What they wrote stays.";
  return { title: `Remove ${name}?`, description, confirmLabel: "Remove member", cancelLabel: "Keep member" };
}
