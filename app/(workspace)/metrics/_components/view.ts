import { z } from "zod";
import { addressQuery, callsHref } from "#components/records/calls-address.ts";
import { agentFilter } from "#lib/agent-profiles/agent-filter.ts";
import { ENTRY_POINTS } from "#lib/context.ts";
import { isUuid, type UserId } from "#lib/ids.ts";
import { type Bucket, type CallFilter, widthOf } from "#lib/metrics/question.ts";
import { DAY_MS, HOUR_MS, rangeOf } from "#lib/metrics/time-range.ts";

export const PRESETS = { "24h": DAY_MS, "7d": 7 * DAY_MS, "30d": 30 * DAY_MS } as const;
export type Preset = keyof typeof PRESETS;

export const TABS = ["tools", "models", "approvals", "schedules"] as const;
export type Tab = (typeof TABS)[number];

/** What the page shows, as its address says it. All times are UTC. */
export interface MetricsView {
  tab: Tab;
  range: Preset | "custom";
  from: Date;
  to: Date;
  /** Of its series. */
  bucket: Exclude<Bucket, "none">;
  filter: CallFilter;
}

/** A form gives local date and time without a zone; they are meant as UTC, as its labels say. */
const moment = z
  .string()
  .transform((text) => new Date(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text}Z` : text))
  .refine((date) => !Number.isNaN(date.getTime()));

const shape = {
  tab: z.enum(TABS),
  range: z.enum(["24h", "7d", "30d", "custom"]),
  from: moment,
  to: moment,
  tool: z.string().max(200),
  userId: z.string().refine(isUuid),
  agentId: agentFilter,
  entryPoint: z.enum(ENTRY_POINTS),
};

/** What cannot be read is left out, so that an old or a mistyped link still shows something. A form's empty choice is none. */
export function readView(query: Record<string, string | string[] | undefined>, now = new Date()): MetricsView {
  const read = Object.entries(shape).flatMap(([key, schema]) => {
    if (query[key] === "") return [];
    const { success, data } = schema.safeParse(query[key]);
    return success && data !== undefined ? [[key, data]] : [];
  });
  const {
    tab = "tools",
    range = "24h",
    from,
    to,
    tool,
    userId,
    agentId,
    entryPoint,
  } = Object.fromEntries(read) as {
    [Key in keyof typeof shape]?: z.output<(typeof shape)[Key]>;
  };
  const window = windowOf(range, { from, to }, now);
  const filter = { tool, userId: userId as UserId | undefined, agentId, entryPoint };
  return { tab, range, ...window, bucket: bucketFor(window.to.getTime() - window.from.getTime()), filter };
}

function windowOf(range: Preset | "custom", custom: { from?: Date; to?: Date }, now: Date): { from: Date; to: Date } {
  if (range !== "custom") return { from: new Date(now.getTime() - PRESETS[range]), to: now };
  try {
    return rangeOf(custom, now);
  } catch {
    return rangeOf({}, now);
  }
}

/** About 25 to 100 points, whatever the range. */
function bucketFor(lengthMs: number): Exclude<Bucket, "none"> {
  if (lengthMs <= 2 * DAY_MS) return "hour";
  return lengthMs <= 12 * DAY_MS ? "6h" : "day";
}

/** The page's address with some of it changed. */
export function viewHref(view: MetricsView, change: Partial<Pick<MetricsView, "tab" | "range">> & { filter?: CallFilter } = {}): string {
  const { tab, range, filter } = { ...view, ...change, filter: { ...view.filter, ...change.filter } };
  const own = range === "custom" ? { from: view.from, to: view.to } : {};
  const query = addressQuery({ tab: tab === "tools" ? undefined : tab, range: range === "24h" ? undefined : range, ...own, ...filter });
  return query.size > 0 ? `/metrics?${query}` : "/metrics";
}

/** The calls behind a figure of this view: as many as it says. */
export function callsBehind({ from, to, filter }: MetricsView, more: Parameters<typeof callsHref>[0] = {}): string {
  return callsHref({ status: "settled", ...filter, from, to, ...more });
}

/** The same rows as a file. */
export function csvHref({ from, to, filter }: MetricsView, path: string, more: object = {}): string {
  return `${path}?${addressQuery({ ...filter, from, to, ...more, format: "csv" })}`;
}

/** The range of the same length before. */
export function before({ from, to }: MetricsView): { from: Date; to: Date } {
  return { from: new Date(from.getTime() - (to.getTime() - from.getTime())), to: from };
}

/** "24 h", "30 days", "5 h 30 min". */
export function lengthWords({ from, to }: { from: Date; to: Date }): string {
  const minutes = Math.round((to.getTime() - from.getTime()) / 60_000);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 1) return hours > 0 ? `${days} d ${hours} h` : `${days} days`;
  return [days * 24 + hours > 0 && `${days * 24 + hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ") || "moment";
}

/** Every part of the view's series in order, also those in which nothing happened. */
export function bucketsOf({ from, to, bucket }: MetricsView): Date[] {
  const widthMs = widthOf(bucket) ?? HOUR_MS;
  const first = Math.floor(from.getTime() / widthMs) * widthMs;
  const number = Math.ceil((to.getTime() - first) / widthMs);
  return Array.from({ length: number }, (_, index) => new Date(first + index * widthMs));
}

/** The rows of a series by part, with nothing where nothing was. */
export function inBuckets<Row extends { bucket?: Date }>(view: MetricsView, rows: readonly Row[]): { at: Date; row: Row | undefined }[] {
  const known = new Map(rows.map((row) => [row.bucket?.getTime(), row]));
  return bucketsOf(view).map((at) => ({ at, row: known.get(at.getTime()) }));
}
