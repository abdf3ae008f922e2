import { Plus } from "lucide-react";
import Link from "next/link";
import { Records } from "#app/dev/components/_gallery/records.tsx";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";

export const metadata = { title: "Shell" };

const CHATS = [
  { day: "Today", titles: ["Release notes", "Why did the nightly report fail on Tuesday?", "List my files"] },
  { day: "Yesterday", titles: ["Hacker News summary"] },
];

/** The frame of a page with everything in it. */
export default function ShellPage() {
  return (
    <AppShell
      organization="Northwind Traders"
      approvalsWaiting={3}
      chats={CHATS.map(({ day, titles }) => (
        <div key={day} className="mb-3">
          <h2 className="eyebrow px-2 pb-1">{day}</h2>
          <ul>
            {titles.map((title) => (
              <li key={title}>
                <Link href="/dev/components" className="flex h-8 items-center rounded-md px-2 hover:bg-hover">
                  <span className="truncate">{title}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      account={
        <p className="px-2 text-sm">
          Ana Ruiz <span className="text-muted">· approver</span>
        </p>
      }
    >
      <PageHeader
        title="Approvals"
        description="What agents ask to do. Nothing of it happens before somebody answers."
        actions={<Button icon={<Plus />}>Standing approval</Button>}
      >
        <TabNav
          label="Approvals"
          tabs={[
            { label: "Needs you", href: "?tab=you", isCurrent: true, total: 3 },
            { label: "Waiting on others", href: "?tab=others", isCurrent: false, total: 1 },
            { label: "Decided", href: "?tab=decided", isCurrent: false, total: 1204 },
          ]}
        />
      </PageHeader>
      <PageBody>
        <Callout title="Kept for the record">Every decision stands in the audit log with who, when and why.</Callout>
        <h2 className="text-lg font-semibold">Records</h2>
        <Records theme="shell" />
      </PageBody>
    </AppShell>
  );
}
