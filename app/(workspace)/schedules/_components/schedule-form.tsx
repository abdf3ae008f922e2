"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useSyncExternalStore } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { emptyField, type FormTiming, isTyped, MISSING_TIMING, type TimingBody, timingBody } from "./form-timing.ts";
import { TimingFields } from "./timing-fields.tsx";
import { TimingPreview } from "./timing-preview.tsx";
import { usePreview } from "./use-preview.ts";

/** What the form begins with; `timeZone` null: that of the browser. */
export interface FormStart {
  /** Null: a new one is made. */
  id: string | null;
  name: string;
  prompt: string;
  missed: string;
  overlap: string;
  timing: Omit<FormTiming, "timeZone"> & { timeZone: string | null };
  /**
   * What is stored, for an edit. A timing that is not touched means this: the fields cannot say which of two equal hours is meant when the clocks go
   * back.
   */
  stored: TimingBody | null;
}

const FIELDS = ["name", "agentId", "prompt", "cron", "runAt", "everyMs", "timeZone", "reason"];

interface ScheduleFormProps {
  start: FormStart;
  zones: readonly string[];
  /** Who can do it besides the default agent; of one that is made already, this is settled. */
  agents?: readonly { id: string; name: string }[];
}

/** Makes or changes a schedule. What the timing means is shown while it is typed; what cannot be is said at its field. */
export function ScheduleForm({ start: given, zones, agents = [] }: ScheduleFormProps) {
  // As the fields began: when the page is drawn anew beneath them, they keep what they have.
  const [start] = useState(given);
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const browserZone = useSyncExternalStore(subscribeNever, zoneOfBrowser, () => "UTC");
  const [typed, setTyped] = useState(start.timing);
  const timing: FormTiming = { ...typed, timeZone: typed.timeZone ?? browserZone };
  const isUntouched = JSON.stringify(typed) === JSON.stringify(start.timing);
  const when = isUntouched && start.stored ? start.stored : timingBody(timing);
  const preview = usePreview(when, isTyped(timing));
  /** The timing that was last sent: what was said of it does not hold for another. */
  const [sent, setSent] = useState("");
  const refusal = preview.kind === "refused" ? preview.problem : null;
  const failure = restOf(...FIELDS);
  const back = start.id ? `/schedules/${start.id}` : "/schedules";

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? "");
    const name = text("name").trim();
    const agentId = text("agentId");
    const given = {
      ...(name && { name }),
      ...(agentId && { agentId }),
      prompt: text("prompt"),
      missed: text("missed"),
      overlap: text("overlap"),
    };
    const body = { ...touchedOf(given, start), ...(isUntouched && start.stored ? {} : when) };
    if (Object.keys(body).length === 0) return router.push(back);
    const reason = text("reason").trim();
    setSent(JSON.stringify(timing));
    const saved = await act(() =>
      start.id
        ? callApi<{ id: string; name: string }>("PATCH", `/api/schedules/${start.id}`, { ...body, ...(reason && { reason }) })
        : callApi<{ id: string; name: string }>("POST", "/api/schedules", body),
    );
    if (!saved) return;
    announce({ text: start.id ? `${saved.value.name} was changed.` : `${saved.value.name} is active.` });
    router.push(`/schedules/${saved.value.id}`);
    router.refresh();
  }

  const timingError = (field: string) => {
    const ofPreview = refusal?.issues.find(({ path }) => path === field)?.message ?? null;
    if (sent !== JSON.stringify(timing)) return ofPreview;
    return errorOf(field) !== null && emptyField(timing) === field ? MISSING_TIMING[field] : (errorOf(field) ?? ofPreview);
  };
  return (
    <form className="grid max-w-3xl gap-5" onSubmit={save} noValidate>
      {failure ? (
        <Callout tone="danger" title="Nothing was saved" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <Field
        label="What the agent is to do"
        error={errorOf("prompt")}
        isRequired
        hint="The message that it answers at each run. It must stand by itself."
      >
        {/* No maxLength here and at the expression: a browser cuts what is pasted, without a word. The server says what is too long. */}
        <Textarea name="prompt" rows={4} defaultValue={start.prompt} />
      </Field>
      <Field
        label="Name"
        error={errorOf("name")}
        hint={start.id ? "Stays as it is when left empty." : "Taken from the text above when left empty."}
      >
        <Input name="name" maxLength={120} defaultValue={start.name} />
      </Field>
      {agents.length > 0 ? (
        <Field label="Who does it" error={errorOf("agentId")} hint="Stays so for this schedule.">
          <Select name="agentId" defaultValue="">
            <option value="">Default agent</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <TimingFields
        timing={timing}
        zones={zones}
        errorOf={timingError}
        onChange={(change) => setTyped((before) => ({ ...before, ...change }))}
      />
      <TimingPreview state={preview} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="When times were missed" hint="Because no worker was running. They are recorded in any case.">
          <Select name="missed" defaultValue={start.missed}>
            <option value="once">Run once for all of them</option>
            <option value="skip">Run nothing for them</option>
            <option value="all">Run for each of them</option>
          </Select>
        </Field>
        <Field label="When the run before has not ended" hint="A run that waits for an approval has not ended.">
          <Select name="overlap" defaultValue={start.overlap}>
            <option value="skip">Skip this time</option>
            <option value="queue">Wait for it, then run</option>
            <option value="replace">Stop it and run</option>
          </Select>
        </Field>
      </div>
      {start.id ? (
        <Field label="Why it is changed" error={errorOf("reason")} hint="Stands in its history, with what it was before.">
          <Input name="reason" maxLength={500} />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={isActing}>
          {start.id ? "Save changes" : "Make schedule"}
        </Button>
        <Link href={back} className={buttonStyles({ variant: "quiet" })}>
          Leave without saving
        </Link>
      </div>
    </form>
  );
}

/** Of an edit only what was touched is sent: what was changed elsewhere meanwhile stays. A text field has line feeds alone. */
function touchedOf(
  given: Partial<Record<"name" | "agentId" | "prompt" | "missed" | "overlap", string>>,
  start: FormStart,
): Record<string, string> {
  if (start.id === null) return given;
  const { name, missed, overlap } = start;
  const begun: Record<string, string> = { name, prompt: start.prompt.replace(/\r\n?/g, "\n"), missed, overlap };
  return Object.fromEntries(Object.entries(given).filter(([field, value]) => value !== begun[field]));
}

function subscribeNever(): () => void {
  return () => undefined;
}

function zoneOfBrowser(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
