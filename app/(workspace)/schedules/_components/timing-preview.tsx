import { TriangleAlert } from "lucide-react";
import { formatInZone } from "#lib/schedules/local-time.ts";
import type { PreviewState } from "./use-preview.ts";

/** What the timing means: in words, its next times, what may surprise. */
export function TimingPreview({ state }: { state: PreviewState }) {
  return (
    <section
      aria-label="What this means"
      aria-live="polite"
      className="grid min-h-40 content-start gap-2 rounded-md bg-sunken px-4 py-3 text-sm"
    >
      {state.kind === "none" ? <p className="text-muted">The next runs appear here.</p> : null}
      {state.kind === "refused" ? <p className="text-muted">It cannot be scheduled like this; the field says why.</p> : null}
      {state.kind === "shown" ? (
        <>
          <p className="font-medium first-letter:uppercase">{state.preview.description}</p>
          <ol className="grid gap-0.5 font-mono text-xs tabular-nums">
            {state.preview.next.map((time) => (
              <li key={time}>
                <time dateTime={time}>{shownIn(state.timeZone, time)}</time>
              </li>
            ))}
          </ol>
          {state.preview.warnings.map((warning) => (
            <p key={warning} className="flex gap-2 text-waiting">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
              <span>{warning}</span>
            </p>
          ))}
        </>
      ) : null}
    </section>
  );
}

/** A browser may be older than the name of a zone (Europe/Kyiv): then as it came, in UTC. */
function shownIn(timeZone: string, time: string): string {
  try {
    return formatInZone(new Date(time), timeZone);
  } catch {
    return time;
  }
}
