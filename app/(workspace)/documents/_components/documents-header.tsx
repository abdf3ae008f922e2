import type { ReactNode } from "react";
import { PageHeader } from "#components/shell/page-header.tsx";
import { TabNav } from "#components/ui/tab-nav.tsx";

const TABS = [
  { label: "Documents", href: "/documents" },
  { label: "Drafts", href: "/documents/drafts" },
];

/** The head that the list of documents and that of drafts share. */
export function DocumentsHeader({ current, actions }: { current: "/documents" | "/documents/drafts"; actions?: ReactNode }) {
  return (
    <PageHeader
      title="Documents"
      description="Texts that the organization shares with its agents, and messages that agents have prepared for somebody outside."
      actions={actions}
      className="shrink-0"
    >
      <TabNav label="Documents and drafts" tabs={TABS.map((tab) => ({ ...tab, isCurrent: tab.href === current }))} />
    </PageHeader>
  );
}
