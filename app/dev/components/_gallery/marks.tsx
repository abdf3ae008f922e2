import { Bot, ShieldCheck } from "lucide-react";
import { Sample } from "#app/dev/components/_gallery/sample.tsx";
import { OutcomeBadge } from "#components/outcome/outcome-badge.tsx";
import { Badge, CountBadge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Skeleton, SkeletonLines } from "#components/ui/skeleton.tsx";
import { Spinner } from "#components/ui/spinner.tsx";

const STATUSES = ["proposed", "awaiting-approval", "succeeded", "failed", "refused", "expired", "cancelled", "unknown"];

export function Marks() {
  return (
    <>
      <Sample name="Outcome badge">
        {STATUSES.map((status) => (
          <OutcomeBadge key={status} status={status} />
        ))}
        <OutcomeBadge status="executing" detail="0:12" />
        <OutcomeBadge status="succeeded" detail="1.3 s" />
        <OutcomeBadge status="failed" detail="tool_timeout" />
        <OutcomeBadge status="approved" word="Approved by Ana" />
        <OutcomeBadge status="denied" word="Denied: not in production" />
        <OutcomeBadge status="awaiting-confirmation" isPlain />
      </Sample>
      <Sample name="Badge, count, key, spinner, time">
        <Badge>member</Badge>
        <Badge tone="accent">
          <Bot aria-hidden="true" />
          demo
        </Badge>
        <Badge tone="danger">open policy</Badge>
        <CountBadge value={3} label="3 waiting" />
        <CountBadge value={142} label="142 waiting" />
        <span className="flex gap-1">
          <Kbd>⌘</Kbd>
          <Kbd>K</Kbd>
        </span>
        <Spinner />
        <RelativeTime at="2026-11-29T22:57:00Z" className="text-sm text-muted" />
      </Sample>
      <Sample name="Callout" isStacked>
        <Callout title="This organization runs the demo model">It follows fixed rules. Connect a model in the settings.</Callout>
        <Callout tone="success" title="The policy is saved as version 12" />
        <Callout tone="warning" title="Other members will see this chat">
          Its files too.
        </Callout>
        <Callout tone="danger" title="The command was not run" actions={<Button size="sm">Ask again</Button>}>
          Its approval expired 12 minutes ago. Nothing was changed.
        </Callout>
      </Sample>
      <Sample name="Empty state" isStacked>
        <EmptyState
          level={3}
          icon={<ShieldCheck aria-hidden="true" />}
          title="Nothing waits for you"
          actions={<Button size="sm">Show decided</Button>}
        >
          When an agent asks to act, its request stands here until somebody answers it.
        </EmptyState>
      </Sample>
      <Sample name="Skeleton" isStacked>
        <SkeletonLines lines={4} />
        <Skeleton className="h-8.5 w-32" />
      </Sample>
    </>
  );
}
