"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { switchOrganization } from "#components/api/switch-organization.ts";
import { useAct } from "#components/api/use-act.ts";
import { SecretOnce } from "#components/secrets/secret-once.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

export function CreateOrganization() {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const [made, setMade] = useState<{ id: string; name: string; apiKey: string } | null>(null);

  async function create(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get("name"));
    const answer = await act(() => callApi<{ id: string; apiKey: string }>("POST", "/api/organizations", { name }));
    if (!answer) return;
    form.reset();
    setMade({ name, ...answer.value });
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      <form className="flex flex-wrap items-start gap-3" onSubmit={create}>
        <Field label="Name of the new organization" className="min-w-44 grow" error={errorOf("name") ?? restOf("name")?.detail}>
          <Input name="name" required maxLength={100} />
        </Field>
        <Button type="submit" isLoading={isActing} className="mt-6.5">
          Create it
        </Button>
      </form>
      {made ? (
        <>
          <SecretOnce title={`${made.name} is created`} secret={made.apiKey}>
            Its first API key, for programs. It is not shown again; you can revoke it in the new organization's settings.
          </SecretOnce>
          <div>
            <Button variant="primary" onClick={() => switchOrganization(made.id)}>
              Switch to {made.name}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}
