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
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { GrantView } from "#lib/grants/grant-view.ts";
import { coverWords, STATUS_WORDS } from "./grant-words.ts";

/** Of what one covers, before it is opened. */
const MAX_CHARS = 200;

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
            <Th>
              <span className="sr-only">Acts</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {grants.map((grant) => (
            <tr key={grant.id} id={grant.id} className="target:bg-accent-soft">
              <Td className="min-w-56 wrap-anywhere">
                <Badge tone="neutral">{grant.tool}</Badge> <Cover text={coverWords(grant)} />
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
              <Td className="text-end">
                {grant.mayRevoke ? (
                  <Button
                    size="sm"
                    onClick={() => setAsked(grant)}
                    aria-label={`Take back: ${grant.tool} ${coverWords(grant).slice(0, MAX_CHARS).toWellFormed()}`}
                  >
                    Take back
                  </Button>
                ) : null}
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

/** What is long opens to its whole. */
function Cover({ text }: { text: string }) {
  const whole = <VisibleText text={text} className="text-sm" />;
  if (text.length <= MAX_CHARS) return whole;
  const summary = (
    <>
      <VisibleText text={text.slice(0, MAX_CHARS).toWellFormed()} className="text-sm" /> …
    </>
  );
  return <Disclosure summary={summary}>{whole}</Disclosure>;
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
  if (grant.status === "active")
    return grant.until ? <RelativeTime at={grant.until} /> : <span className="text-muted">when taken back</span>;
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
