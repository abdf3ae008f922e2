import { FlaskConical } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";

/** On everything that belongs to a dry run, so that nobody takes it for something that happened. */
export function DryRunBadge() {
  return (
    <Badge tone="accent">
      <FlaskConical aria-hidden="true" />
      Dry run
    </Badge>
  );
}
