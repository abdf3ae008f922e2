import { RelativeTime } from "#components/ui/relative-time.tsx";
import { formatInZone } from "#lib/schedules/local-time.ts";

/** When something will be: how far away it is, and what the clocks of its own zone show then. */
export function ZonedTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <>
      <RelativeTime at={at} /> <span className="text-muted">· {formatInZone(new Date(at), timeZone)}</span>
    </>
  );
}
