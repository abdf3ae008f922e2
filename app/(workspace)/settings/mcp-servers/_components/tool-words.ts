import type { ServerToolStatus } from "#lib/mcp-servers/server-view.ts";

/** How a tool stands, in words and colour. */
export const STATUS_WORDS: Record<ServerToolStatus, { label: string; tone: "neutral" | "accent" | "danger" }> = {
  new: { label: "Waits for review", tone: "accent" },
  changed: { label: "Changed: held back", tone: "danger" },
  approved: { label: "In use", tone: "neutral" },
  gone: { label: "Not listed now", tone: "neutral" },
  unusable: { label: "Set aside", tone: "danger" },
};

/** Those that can be approved as they are. */
export function waitsForReview(status: ServerToolStatus): boolean {
  return status === "new" || status === "changed";
}

/** What needs somebody comes first; the rest stays by name. */
export function byNeed<T extends { status: ServerToolStatus }>(tools: readonly T[]): T[] {
  const order: ServerToolStatus[] = ["changed", "new", "approved", "unusable", "gone"];
  return order.flatMap((status) => tools.filter((tool) => tool.status === status));
}
