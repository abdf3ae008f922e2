import type { ReactNode } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { describeTiming } from "#lib/schedules/describe-timing.ts";
import type { ScheduleConfiguration } from "#lib/schedules/schedule-configuration.ts";
import { timingOfRow } from "#lib/schedules/timing-of-row.ts";
import { MISSED_WORDS, OVERLAP_WORDS } from "./run-words.ts";

/** The prompt and the schedule as they were when the run was made, whatever they are now. */
export function RanInput({ configuration, isChangedSince }: { configuration: ScheduleConfiguration; isChangedSince: boolean }) {
  const { name, prompt, missed, overlap, version, createdByName, role } = configuration;
  return (
    <div className="grid gap-3">
      {isChangedSince ? (
        <Callout title="The schedule was changed since then">This is what ran; its page has what it does now.</Callout>
      ) : null}
      <p className="rounded-md bg-sunken px-4 py-3 whitespace-pre-wrap wrap-anywhere">
        <VisibleText text={prompt} mode="prose" />
      </p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        <Fact name="Name">
          <VisibleText text={name} mode="prose" />
        </Fact>
        <Fact name="When">
          <span className="inline-block first-letter:uppercase">{timingWords(configuration)}</span>
        </Fact>
        <Fact name="In the name of">
          <VisibleText text={createdByName ?? "somebody who left"} mode="prose" />, {role}
        </Fact>
        <Fact name="After an outage">{MISSED_WORDS[missed]}</Fact>
        <Fact name="When runs overlap">{OVERLAP_WORDS[overlap]}</Fact>
        <Fact name="Version">{version}</Fact>
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

function timingWords({ cron, runAt, everyMs, timeZone }: ScheduleConfiguration): string {
  try {
    // Where an interval is counted from does not show in its words.
    return describeTiming(timingOfRow({ cron, runAt: runAt === null ? null : new Date(runAt), everyMs, timeZone, createdAt: new Date(0) }));
  } catch {
    return "by a rule that cannot be read";
  }
}
