/** Chats of one day, or of a longer stretch further back. */
export interface DayGroup<T> {
  label: string;
  items: T[];
}

const DAY_MS = 86_400_000;

/**
 * Groups what is sorted newest first: Today, Yesterday, Previous 7 days, then by month. Days are those of `zone` (IANA); without one the
 * environment's, which on a server is not the reader's.
 */
export function groupByDay<T extends { updatedAt: string }>(items: readonly T[], now: number, zone?: string): DayGroup<T>[] {
  const dayOf = new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" });
  const monthOf = new Intl.DateTimeFormat("en", { timeZone: zone, month: "long", year: "numeric" });
  const [today, yesterday] = [dayOf.format(now), dayOf.format(now - DAY_MS)];
  const labelOf = (at: number): string => {
    const day = dayOf.format(at);
    // Clocks differ: what was said a moment ahead of ours was said today.
    if (day >= today) return "Today";
    if (day === yesterday) return "Yesterday";
    return now - at < 8 * DAY_MS ? "Previous 7 days" : monthOf.format(at);
  };
  const groups: DayGroup<T>[] = [];
  for (const item of items) {
    const label = labelOf(Date.parse(item.updatedAt));
    const last = groups.at(-1);
    if (last?.label === label) last.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return groups;
}
