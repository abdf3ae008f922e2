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

export function NewDestination() {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const rest = restOf("name", "address");

  async function add(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = { name: String(fields.get("name") ?? ""), address: String(fields.get("address") ?? "") };
    const answer = await act(() => callApi<{ name: string }>("POST", "/api/destinations", body));
    if (!answer) return;
    form.reset();
    announce({ text: `${answer.value.name} is added.` });
    router.refresh();
  }

  return (
    <form onSubmit={add} className="grid max-w-xl gap-4" noValidate>
      {rest ? (
        <Callout tone="danger" title="Nothing was added" isNew>
          {rest.detail}
        </Callout>
      ) : null}
      <Field label="Name" error={errorOf("name")} isRequired hint="As agents will call it: “#sales on Slack”.">
        <Input name="name" maxLength={80} autoComplete="off" />
      </Field>
      <Field
        label="Address of the webhook"
        error={errorOf("address")}
        isRequired
        hint="Whoever has it can post there. It is stored encrypted. Of Discord: the address with /slack behind it."
      >
        <Input name="address" type="password" autoComplete="off" spellCheck={false} dir="ltr" />
      </Field>
      <div>
        <Button type="submit" isLoading={isActing}>
          Add destination
        </Button>
      </div>
    </form>
  );
}
