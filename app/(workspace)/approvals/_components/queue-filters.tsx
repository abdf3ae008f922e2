import { X } from "lucide-react";
import Link from "next/link";
import { escapeVisible } from "#components/text/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { exportHref, type QueueAddress, queueHref } from "./queue-address.ts";

const STATUSES = { approved: "Approved", denied: "Denied", cancelled: "Stopped", superseded: "Replaced" };

/** A plain form that writes the address: it works without script, and a filtered list can be sent to somebody. */
export function QueueFilters({ address, tools, chatTitle }: { address: QueueAddress; tools: string[]; chatTitle: string | null }) {
  const { tab, chat, tool, status, from, to } = address;
  const active = [chat, tool, tab === "decided" && status, from, to].filter(Boolean).length;
  return (
    <div className="flex items-start gap-1 border-b border-line px-2 py-1 sm:px-4 lg:px-2">
      <Disclosure summary={active > 0 ? `Filters (${active})` : "Filters"} isOpenAtFirst={active > 0} className="grow">
        <form action="/approvals" className="field-grid pt-1">
          {tab === "needs-you" ? null : <input type="hidden" name="tab" value={tab} />}
          {chat ? <input type="hidden" name="chat" value={chat} /> : null}
          <Field label="Tool">
            <Select name="tool" defaultValue={tool ?? ""}>
              <option value="">All</option>
              {[...new Set([...tools, ...(tool ? [tool] : [])])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </Field>
          {tab === "decided" ? (
            <Field label="Outcome">
              <Select name="status" defaultValue={status ?? ""}>
                <option value="">All</option>
                {Object.entries(STATUSES).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </Select>
            </Field>
          ) : null}
          <Field label="From (UTC)">
            <Input type="date" name="from" defaultValue={from} />
          </Field>
          <Field label="To (UTC)">
            <Input type="date" name="to" defaultValue={to} />
          </Field>
          {chat ? (
            <p className="col-span-full flex flex-wrap items-center gap-2 text-sm">
              Only the chat {chatTitle ? `“${escapeVisible(chatTitle, "prose")}”` : "of the link"}
              <Link href={queueHref(address, { chat: undefined })} className={buttonStyles({ variant: "quiet", size: "sm" })}>
                <X aria-hidden="true" />
                All chats
              </Link>
            </p>
          ) : null}
          <div className="col-span-full flex gap-2">
            <Button type="submit" size="sm">
              Filter
            </Button>
            {active > 0 ? (
              <Link href={queueHref({ tab })} className={buttonStyles({ variant: "quiet", size: "sm" })}>
                Clear
              </Link>
            ) : null}
          </div>
        </form>
      </Disclosure>
      {(["csv", "json"] as const).map((format) => (
        <a key={format} href={exportHref(address, format)} download className={buttonStyles({ variant: "quiet", size: "sm" })}>
          {format.toUpperCase()}
        </a>
      ))}
    </div>
  );
}
