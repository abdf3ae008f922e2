import { TabNav } from "#components/ui/tab-nav.tsx";
import { QUEUE_TABS, type QueueTab } from "#lib/approvals/queue-tab.ts";
import { type QueueAddress, queueHref } from "./queue-address.ts";

const LABELS: Record<QueueTab, string> = { "needs-you": "Needs you", others: "Waiting on others", decided: "Decided", expired: "Expired" };

export function QueueTabs({ address, counts }: { address: QueueAddress; counts: Record<QueueTab, number> }) {
  return (
    <TabNav
      label="Approvals"
      tabs={QUEUE_TABS.map((tab) => ({
        label: LABELS[tab],
        // Outcomes exist in one view only.
        href: queueHref(address, { tab, status: undefined }),
        isCurrent: tab === address.tab,
        total: counts[tab],
      }))}
    />
  );
}
