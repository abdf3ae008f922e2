"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";

export function NameForm({ name }: { name: string }) {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const chosen = String(new FormData(event.currentTarget).get("name"));
    if (!(await act(() => callApi("PATCH", "/api/me", { name: chosen })))) return;
    announce({ text: "Your name is saved." });
    router.refresh();
  }

  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={save}>
      <Field label="Name" className="min-w-44 grow" error={errorOf("name") ?? restOf("name")?.detail}>
        <Input name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
      </Field>
      <Button type="submit" isLoading={isActing} className="mt-6.5">
        Save name
      </Button>
    </form>
  );
}
