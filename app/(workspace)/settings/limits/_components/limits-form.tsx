"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";
import type { Limits } from "#lib/limits/limits.ts";
import { LIMIT_GROUPS, readLimits, shownLimit } from "./limit-fields.ts";

/** All limits at once, changed from the version that the page shows. */
export function LimitsForm({ limits, version }: { limits: Limits; version: number }) {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf(...Object.keys(limits));

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const wanted = readLimits(new FormData(event.currentTarget));
    if (!(await act(() => callApi("PUT", "/api/limits", { ...wanted, version })))) return;
    announce({ text: "The limits are in force, for every run from its next step on." });
    router.refresh();
  }

  return (
    <form className="grid max-w-2xl gap-6" onSubmit={save} noValidate>
      {failure ? (
        <Callout tone="danger" title="The limits are still the old ones" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      {LIMIT_GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-3">
          <legend className="mb-2 font-semibold">{title}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {fields.map((field) => (
              <Field key={field.name} label={field.label} hint={field.hint} error={errorOf(field.name)}>
                <Input name={field.name} inputMode="decimal" autoComplete="off" defaultValue={shownLimit(limits, field)} />
              </Field>
            ))}
          </div>
        </fieldset>
      ))}
      <div>
        <Button type="submit" isLoading={isActing}>
          Save limits
        </Button>
      </div>
    </form>
  );
}
