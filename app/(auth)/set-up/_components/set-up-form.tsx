"use client";

import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { signInWith } from "../../_components/sign-in-with.ts";

const FIELDS = ["organization", "name", "email", "password"] as const;

export function SetUpForm({ token }: { token: string }) {
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf(...FIELDS);

  async function setUp(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const owner = Object.fromEntries(FIELDS.map((field) => [field, String(form.get(field))]));
    const isIn = await act(async () => {
      const made = await callApi("POST", "/api/set-up", { token, ...owner });
      return made.isOk ? signInWith(owner.email ?? "", owner.password ?? "") : made;
    });
    if (isIn) window.location.assign("/chat");
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={setUp}>
      {failure ? (
        <Callout tone="danger" title="Nothing was set up" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <Field label="Organization" hint="Your team or company. It can be renamed." error={errorOf("organization")}>
        <Input name="organization" autoComplete="organization" required maxLength={100} autoFocus />
      </Field>
      <Field label="Your name" error={errorOf("name")}>
        <Input name="name" autoComplete="name" required maxLength={100} />
      </Field>
      <Field label="E-mail" error={errorOf("email")}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <Field label="Password" hint="8 characters or more." error={errorOf("password")}>
        <Input name="password" type="password" autoComplete="new-password" required minLength={8} />
      </Field>
      <Button type="submit" variant="primary" isLoading={isActing}>
        Set up
      </Button>
    </form>
  );
}
