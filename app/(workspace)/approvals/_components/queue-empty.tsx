import { ShieldCheck } from "lucide-react";
import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { QueueTab } from "#lib/approvals/queue-tab.ts";
import { queueHref } from "./queue-address.ts";

const WORDS: Record<QueueTab, { title: string; text: string }> = {
  "needs-you": {
    title: "Nothing needs you",
    text: "When an agent asks for something that you may decide, it stands here within a second.",
  },
  others: { title: "Nothing waits on others", text: "Requests that other people must decide stand here, your own among them." },
  decided: { title: "No decisions yet", text: "Every answer is kept here with who, when, what and why." },
  expired: {
    title: "Nothing has expired",
    text: "Requests that nobody answered in time stand here. Unless a rule says otherwise, they wait without limit.",
  },
};

export function QueueEmpty({ tab, isFiltered }: { tab: QueueTab; isFiltered: boolean }) {
  const { title, text } = WORDS[tab];
  if (!isFiltered) {
    return (
      <EmptyState icon={<ShieldCheck />} title={title}>
        {text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing for these filters"
      actions={
        <Link href={queueHref({ tab })} className={buttonStyles()}>
          Clear the filters
        </Link>
      }
    />
  );
}
