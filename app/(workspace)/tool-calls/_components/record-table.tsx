import Link from "next/link";
import { DryRunBadge } from "#components/outcome/dry-run-badge.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { durationWords } from "#components/records/figures.ts";
import { escapeVisible } from "#components/text/visible-text.ts";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Table, Td, Th } from "#components/ui/table.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CallRecord } from "#lib/tool-calls/call-record.ts";
import { toldStatus } from "#lib/tool-calls/told-status.ts";
import { describeCall } from "../../chat/_components/describe-call.ts";
import { KIND_WORDS } from "./kind-words.ts";

const MAX_TARGET_CHARS = 160;
const link = "text-accent underline-offset-3 hover:underline";

/** Calls in rows; each leads to all that is known of it, to its chat, and to its request. */
export function RecordTable({ calls }: { calls: CallRecord[] }) {
  return (
    <Table caption="Tool calls">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Call</Th>
          <Th>Outcome</Th>
          <Th>Person</Th>
          <Th>Where</Th>
          <Th isNumeric>Waited</Th>
          <Th isNumeric>Ran</Th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <tr key={call.id}>
            <Td className="whitespace-nowrap text-sm text-muted">
              <RelativeTime at={call.createdAt.toISOString()} />
            </Td>
            <Td className="min-w-52 max-w-96">
              <Link href={`/tool-calls/${call.id}`} prefetch={false} className={link}>
                <CallWords call={call} />
              </Link>
              {call.isDryRun ? (
                <span className="block pt-0.5">
                  <DryRunBadge />
                </span>
              ) : null}
            </Td>
            <Td>
              <OutcomeBadge status={toldStatus(call)} />
              {call.kind && call.kind !== "dry_run" ? (
                <span className="block pt-0.5 text-xs text-muted">{KIND_WORDS[call.kind]}</span>
              ) : null}
              {!call.kind && call.outcome?.errorCode ? (
                <span className="block pt-0.5 font-mono text-xs text-muted">{call.outcome.errorCode}</span>
              ) : null}
            </Td>
            <Td className="max-w-40 truncate text-sm">
              <VisibleText text={call.userName ?? "–"} mode="prose" />
            </Td>
            <Td className="max-w-48 text-sm">
              <ChatLink call={call} />
              {call.approvalId ? (
                <Link href={`/approvals?id=${call.approvalId}`} prefetch={false} className={`block py-1 text-xs ${link}`}>
                  Its request
                </Link>
              ) : null}
            </Td>
            <Td isNumeric className="whitespace-nowrap">
              {call.waitMs === null ? "–" : durationWords(call.waitMs)}
            </Td>
            <Td isNumeric className="whitespace-nowrap">
              {call.durationMs === null ? "–" : durationWords(call.durationMs)}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What it does and to what, cut for the row; its own page has the whole. */
function CallWords({ call }: { call: CallRecord }) {
  const { verb, target } = describeCall(call.tool, call.input);
  const isCut = target !== null && target.length > MAX_TARGET_CHARS;
  return (
    <>
      <VisibleText text={verb} mode="prose" />{" "}
      {target === null ? null : (
        <VisibleText text={isCut ? `${target.slice(0, MAX_TARGET_CHARS).toWellFormed()}…` : target} className="line-clamp-2" />
      )}
    </>
  );
}

export function ChatLink({ call }: { call: Pick<CallRecord, "chatId" | "chatTitle" | "isChatDeleted"> }) {
  const title = call.chatTitle || "New chat";
  if (call.isChatDeleted) return <span className="text-muted">{escapeVisible(title, "prose")} (deleted)</span>;
  return (
    <Link href={`/chat/${call.chatId}`} prefetch={false} className={`line-clamp-1 py-0.5 ${link}`}>
      <VisibleText text={title} mode="prose" />
    </Link>
  );
}
