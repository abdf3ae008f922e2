import type { MetricsView } from "./view.ts";

/** "14:00" in a series by hour, "27 Mar 06:00" by six hours, "27 Mar" by day; in UTC, as everything on the page. */
export function axisWords(at: string, bucket: MetricsView["bucket"]): string {
  const [, month = "", day = "", time = ""] = /^\d+-(\d+)-(\d+)T(\d+:\d+)/.exec(at) ?? [];
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""}`;
  if (bucket === "hour") return time === "00:00" ? date : time;
  return bucket === "6h" && time !== "00:00" ? time : date;
}

/** Where the axis has words: every third hour in a series by hour, every midnight otherwise. */
export function axisTicks(points: readonly { at: string }[], bucket: MetricsView["bucket"]): string[] {
  const every = bucket === "hour" ? 3 : 24;
  return points.map(({ at }) => at).filter((at) => Number(at.slice(11, 13)) % every === 0);
}

/** The whole of it, for where there is room: "27 Mar 2026, 06:00–12:00 UTC". */
export function bucketWords(at: string, bucket: MetricsView["bucket"]): string {
  const [, year = "", month = "", day = "", hour = ""] = /^(\d+)-(\d+)-(\d+)T(\d+)/.exec(at) ?? [];
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""} ${year}`;
  if (bucket === "day") return `${date} UTC`;
  const end = Number(hour) + (bucket === "hour" ? 1 : 6);
  return `${date}, ${hour}:00–${String(end).padStart(2, "0")}:00 UTC`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
