"use client";

import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";

export function PasswordForm({ email }: { email: string }) {
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf("currentPassword", "newPassword");

  async function change(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    const body = { currentPassword: fields.currentPassword, newPassword: fields.newPassword };
    if (!(await act(() => callApi("POST", "/api/me/password", body)))) return;
    form.reset();
    announce({ text: "Your password is changed. All your other sessions have ended." });
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={change}>
      {failure ? (
        <Callout tone="danger" title="The password is still the old one" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errorOf("currentPassword")}>
        <Input name="currentPassword" type="password" autoComplete="current-password" required />
      </Field>
      <Field label="New password" hint="8 characters or more." error={errorOf("newPassword")}>
        <Input name="newPassword" type="password" autoComplete="new-password" required minLength={8} />
      </Field>
      <div>
        <Button type="submit" isLoading={isActing}>
          Change password
        </Button>
      </div>
    </form>
  );
}
