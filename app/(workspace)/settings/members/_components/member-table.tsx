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
  const [asked, setAsked] = useState<MemberRowItem | null>(null);
  const isLeaving = asked?.id === viewer.id;

  async function change(member: MemberRowItem, role: Role): Promise<void> {
    if (await act(() => callApi("PATCH", `/api/members/${member.id}`, { role }))) announce({ text: `${member.name} is ${role} now.` });
    // Refused or done: what stands there must be what is so.
    router.refresh();
  }

  async function remove(member: MemberRowItem): Promise<void> {
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
            <Th>E-mail</Th>
            <Th>Role</Th>
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
              onChange={(role) => change(member, role)}
              onRemove={() => setAsked(member)}
            />
          ))}
        </tbody>
      </Table>
      <AlertDialog
        isOpen={asked !== null}
        {...wordsFor(asked, isLeaving)}
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && remove(asked)}
      />
    </>
  );
}

function wordsFor(member: MemberRowItem | null, isLeaving: boolean) {
  const name = member?.name ?? "";
  if (member?.status === "invited") {
    const description = "The link no longer opens. You can invite the person again.";
    return { title: `Withdraw the invitation for ${name}?`, description, confirmLabel: "Withdraw it", cancelLabel: "Keep it" };
  }
  if (isLeaving) {
    const description = "Your API keys for it end, and your schedules stop firing. Only an invitation brings you back.";
    return { title: "Leave this organization?", description, confirmLabel: "Leave", cancelLabel: "Stay" };
  }
  const description = "Their API keys end, their open pages stop, and their schedules no longer fire. What they wrote stays.";
  return { title: `Remove ${name}?`, description, confirmLabel: "Remove member", cancelLabel: "Keep member" };
}
