import Link from "next/link";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";

export function NoSchedule() {
  return (
    <EmptyState
      level={1}
      title="There is no such schedule"
      actions={
        <Link href="/schedules" className={buttonStyles()}>
          All schedules
        </Link>
      }
    >
      It may have been deleted, or belong to another organization.
    </EmptyState>
  );
}
