"use client";

import type { FormEvent } from "react";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { signInWith } from "../../_components/sign-in-with.ts";

/** `post`: sent before the script is there, it must not put the password into the address. */
export function SignInForm({ next, sentence }: { next: string; sentence: string | null }) {
  const { act, isActing, problem } = useAct();
  const failure = problem?.detail ?? sentence;

  async function signIn(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const isIn = await act(() => signInWith(String(form.get("email")), String(form.get("password"))));
    // A whole new page: nothing of what was loaded before may know a person.
    if (isIn) window.location.assign(next);
  }

  return (
    <form method="post" className="grid gap-4" onSubmit={signIn}>
      {failure ? (
        <Callout tone="danger" title="You are not signed in" isNew>
          {failure}
        </Callout>
      ) : null}
      <Field label="E-mail">
        <Input name="email" type="email" autoComplete="username" required autoFocus />
      </Field>
      <Field label="Password">
        <Input name="password" type="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" variant="primary" isLoading={isActing}>
        Sign in
      </Button>
      <p className="text-sm text-muted">
        No account, or no password any more? Ask an administrator of your organization for an invitation.
      </p>
    </form>
  );
}
