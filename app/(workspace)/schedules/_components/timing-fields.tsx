"use client";

import { useId } from "react";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { CRON_PRESETS, type FormTiming } from "./form-timing.ts";

/** When: once, by a cron expression, in intervals, or when it is called; and in which zone. `errorOf` has the server's words for a field. */
export function TimingFields({
  timing,
  zones,
  onChange,
  errorOf,
}: {
  timing: FormTiming;
  /** IANA names to offer. */
  zones: readonly string[];
  onChange: (change: Partial<FormTiming>) => void;
  errorOf: (field: string) => string | null;
}) {
  const zoneList = useId();
  const preset = CRON_PRESETS.find(({ cron }) => cron === timing.cron.trim())?.cron ?? "";
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="When">
        <Select value={timing.kind} onChange={(event) => onChange({ kind: event.target.value as FormTiming["kind"] })}>
          <option value="cron">Again and again, by the calendar</option>
          <option value="once">Once</option>
          <option value="every">In even intervals</option>
          <option value="webhook">When a program calls it</option>
        </Select>
      </Field>
      <Field label="Time zone" error={errorOf("timeZone")} hint="As in Europe/Madrid.">
        <Input
          list={zoneList}
          value={timing.timeZone}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ timeZone: event.target.value })}
        />
      </Field>
      <datalist id={zoneList}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {timing.kind === "cron" ? (
        <>
          <Field label="Usual times">
            <Select value={preset} onChange={(event) => event.target.value && onChange({ cron: event.target.value })}>
              <option value="">Own expression</option>
              {CRON_PRESETS.map(({ label, cron }) => (
                <option key={cron} value={cron}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Cron expression" error={errorOf("cron")} hint="Minute, hour, day of month, month, day of week.">
            <Input
              className="font-mono"
              value={timing.cron}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => onChange({ cron: event.target.value })}
            />
          </Field>
        </>
      ) : null}
      {timing.kind === "once" ? (
        <Field label="Date and time" error={errorOf("runAt")} hint="As the clocks of the time zone show it.">
          <Input type="datetime-local" value={timing.runAt} onChange={(event) => onChange({ runAt: event.target.value })} />
        </Field>
      ) : null}
      {timing.kind === "every" ? (
        <Field label="Minutes between runs" error={errorOf("everyMs")} hint="One at least.">
          <Input
            type="number"
            min={1}
            step={1}
            inputMode="numeric"
            value={timing.everyMinutes}
            onChange={(event) => onChange({ everyMinutes: event.target.value })}
          />
        </Field>
      ) : null}
    </div>
  );
}
