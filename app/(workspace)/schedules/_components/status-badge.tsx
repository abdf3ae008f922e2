import { Badge } from "#components/ui/badge.tsx";
import type { ShownSchedule } from "./shown-schedule.ts";

const LOOKS: Record<ShownSchedule["status"], { word: string; tone: "neutral" | "accent" | "danger" }> = {
  draft: { word: "Draft", tone: "neutral" },
  active: { word: "Active", tone: "accent" },
  paused: { word: "Paused", tone: "neutral" },
  cancelled: { word: "Cancelled", tone: "neutral" },
  completed: { word: "Completed", tone: "neutral" },
  archived: { word: "Archived", tone: "neutral" },
  broken: { word: "Broken", tone: "danger" },
};

export function StatusBadge({ status }: { status: ShownSchedule["status"] }) {
  const { word, tone } = LOOKS[status];
  return <Badge tone={tone}>{word}</Badge>;
}
