"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { SecretOnce } from "#components/secrets/secret-once.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { serverNow } from "#components/ui/server-clock.ts";

const DAY_MS = 24 * 3_600_000;

/** The key stands on the page until it is left or another one is made; it cannot be shown again. */
export function NewApiKey() {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const failure = restOf("name", "expiresAt");

  async function make(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const days = Number(fields.get("days"));
    const body = { name: String(fields.get("name")), ...(days > 0 && { expiresAt: new Date(serverNow() + days * DAY_MS).toISOString() }) };
    const key = await act(() => callApi<{ name: string; secret: string }>("POST", "/api/api-keys", body));
    if (!key) return;
    form.reset();
    setMade(key.value);
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      {failure ? (
        <Callout tone="danger" title="No key was made" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <form className="flex flex-wrap items-start gap-3" onSubmit={make}>
        <Field label="Name" className="min-w-56 grow sm:max-w-72" error={errorOf("name")}>
          <Input name="name" required maxLength={100} placeholder="What uses it" />
        </Field>
        <Field label="Ends" className="w-40" error={errorOf("expiresAt")}>
          <Select name="days" defaultValue="90">
            <option value="30">in 30 days</option>
            <option value="90">in 90 days</option>
            <option value="365">in a year</option>
            <option value="0">never</option>
          </Select>
        </Field>
        <Button type="submit" icon={<Plus />} isLoading={isActing} className="mt-6.5">
          Make key
        </Button>
      </form>
      {made ? (
        <SecretOnce title={`Key for ${made.name}`} secret={made.secret}>
          Copy it now. Only its fingerprint is stored, so it cannot be shown again.
        </SecretOnce>
      ) : null}
    </div>
  );
}
