"use client";

import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { signInWith } from "../../_components/sign-in-with.ts";

interface InvitationFormProps {
  token: string;
  email: string;
  /** The inviter's word for the person; their own to change. */
  name: string;
  organizationId: string;
  /** `none`: a new account. `own`: one with a password. `given`: one whose password an administrator chose. `signed-in`: theirs, in this browser. */
  account: "none" | "own" | "given" | "signed-in";
}

export function InvitationForm({ token, email, name, organizationId, account }: InvitationFormProps) {
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf("name", "password", "newPassword");

  async function join(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: string) => (form.has(field) ? { [field]: String(form.get(field)) } : {});
    const given = { ...text("name"), ...text("password"), ...text("newPassword") };
    const isIn = await act(async () => {
      const joined = await callApi("POST", "/api/invitations/accept", { token, ...given });
      if (!joined.isOk || account === "signed-in") return joined;
      return signInWith(email, String(form.get("newPassword") ?? form.get("password")));
    });
    if (!isIn) return;
    await callApi("POST", "/api/organizations/switch", { id: organizationId });
    window.location.assign("/chat");
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={join}>
      {failure ? (
        <Callout tone="danger" title="You have not joined" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      {/* For password managers: whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {account === "none" ? (
        <Field label="Your name" error={errorOf("name")}>
          <Input name="name" autoComplete="name" required maxLength={100} defaultValue={name} />
        </Field>
      ) : null}
      {account === "signed-in" ? (
        <p className="text-muted">
          You are signed in with this address. Your other organizations stay as they are; you switch between them.
        </p>
      ) : (
        <Field
          label={account === "none" ? "Choose a password" : "Password of your account"}
          hint={account === "none" ? "8 characters or more." : "This address has an account already; it is used here too."}
          error={errorOf("password")}
        >
          <Input
            name="password"
            type="password"
            autoComplete={account === "none" ? "new-password" : "current-password"}
            required
            minLength={8}
          />
        </Field>
      )}
      {account === "given" ? (
        <Field
          label="A password of your own"
          hint="An administrator chose the present one, so it must be replaced before you join another organization."
          error={errorOf("newPassword")}
        >
          <Input name="newPassword" type="password" autoComplete="new-password" required minLength={8} />
        </Field>
      ) : null}
      <Button type="submit" variant="primary" isLoading={isActing}>
        Join
      </Button>
    </form>
  );
}
