"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { GrantView } from "#lib/grants/grant-view.ts";
import { coverWords, hasLongValue, STATUS_WORDS } from "./grant-words.ts";

type Dates = "until" | "lastUsedAt" | "createdAt" | "revokedAt";

/** A standing approval, its times as text, and whether the reader may take it back. */
export type GrantRow = Omit<GrantView, Dates> &
  Record<Exclude<Dates, "createdAt">, string | null> & { createdAt: string; mayRevoke: boolean };

/** What each covers, whose calls, how often it was used, when it ends; for whoever may, the way to take it back. */
export function GrantTable({ caption, grants }: { caption: string; grants: GrantRow[] }) {
  const router = useRouter();
  const { act, isActing, problem } = useAct();
  const [asked, setAsked] = useState<GrantRow | null>(null);

  async function revoke(grant: GrantRow): Promise<void> {
    const isDone = await act(() => callApi("DELETE", `/api/grants/${grant.id}`));
    setAsked(null);
    if (!isDone) return;
    announce({ text: "It is taken back: such calls are asked about again." });
    router.refresh();
  }

  return (
    <>
      {problem ? (
        <Callout tone="danger" title="It still stands" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      <Table caption={caption}>
        <thead>
          <tr>
            <Th>Calls</Th>
            <Th>Whose</Th>
            <Th>Made by</Th>
            <Th>Used</Th>
            <Th>Ends</Th>
          </tr>
        </thead>
        <tbody>
          {grants.map((grant) => (
            <tr key={grant.id} id={grant.id} className="target:bg-accent-soft">
              <Td className="min-w-56 wrap-anywhere">
                <Badge tone="neutral">{grant.tool}</Badge> <VisibleText text={coverWords(grant)} className="text-sm" />
                {hasLongValue(grant) ? (
                  <Disclosure summary="All of it" className="mt-1 text-sm">
                    <JsonView value={grant.input ?? grant.pins} />
                  </Disclosure>
                ) : null}
                {/* In the first column: on a phone the others are behind a sideways scroll. */}
                {grant.mayRevoke ? (
                  <div className="mt-2">
                    <Button size="sm" onClick={() => setAsked(grant)} aria-label={`Take back: ${grant.tool} ${coverWords(grant)}`}>
                      Take back
                    </Button>
                  </div>
                ) : null}
              </Td>
              <Td className="min-w-32">
                <Whose grant={grant} />
              </Td>
              <Td className="min-w-32">
                <VisibleText text={grant.createdByName} mode="prose" />
                <span className="block text-sm text-muted">
                  <RelativeTime at={grant.createdAt} />
                  {grant.approvalId ? (
                    <>
                      {" · "}
                      <Link href={`/approvals?id=${grant.approvalId}`} className="text-accent underline underline-offset-3">
                        request
                      </Link>
                    </>
                  ) : null}
                </span>
              </Td>
              <Td className="whitespace-nowrap">
                {grant.uses}
                {grant.maxUses === null ? "" : ` of ${grant.maxUses}`}
                {grant.lastUsedAt ? (
                  <span className="block text-sm text-muted">
                    <RelativeTime at={grant.lastUsedAt} />
                  </span>
                ) : null}
              </Td>
              <Td className="min-w-28">
                <Ending grant={grant} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <AlertDialog
        isOpen={asked !== null}
        title="Take it back?"
        description={asked ? <VisibleText text={`${asked.tool} ${coverWords(asked)}`} /> : null}
        confirmLabel="Take back"
        cancelLabel="Keep it"
        isDangerous
        isLoading={isActing}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && revoke(asked)}
      />
    </>
  );
}

function Whose({ grant }: { grant: GrantRow }) {
  const where = grant.scheduleId ? "runs of" : grant.chatId ? "in one chat" : null;
  return (
    <>
      {grant.userName ? <VisibleText text={grant.userName} mode="prose" /> : "Every member"}
      {where ? (
        <span className="block text-sm text-muted">
          {where} {grant.scheduleName ? <VisibleText text={grant.scheduleName} mode="prose" /> : null}
        </span>
      ) : null}
    </>
  );
}

function Ending({ grant }: { grant: GrantRow }) {
  if (grant.status === "active") {
    if (grant.until) return <RelativeTime at={grant.until} />;
    return <span className="text-muted">{grant.maxUses === null ? "when taken back" : "when used up"}</span>;
  }
  return (
    <>
      {STATUS_WORDS[grant.status]}
      {grant.revokedAt ? (
        <span className="block text-sm text-muted">
          {grant.revokedByName ? <VisibleText text={grant.revokedByName} mode="prose" /> : null} <RelativeTime at={grant.revokedAt} />
        </span>
      ) : null}
    </>
  );
}
