"use client";

import { UserPlus } from "lucide-react";
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
import type { Role } from "#lib/context.ts";
import { ROLE_WORDS } from "./role-words.ts";

export function InviteForm({ roles }: { roles: Role[] }) {
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const [invited, setInvited] = useState<{ email: string; url: string } | null>(null);
  const failure = restOf("email", "name", "role");

  async function invite(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = { email: String(fields.get("email")), name: String(fields.get("name")), role: String(fields.get("role")) };
    const answer = await act(() => callApi<{ inviteUrl: string }>("POST", "/api/members", body));
    if (!answer) return;
    form.reset();
    setInvited({ email: body.email, url: answer.value.inviteUrl });
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      {failure ? (
        <Callout tone="danger" title="Nobody was invited" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <form className="flex flex-wrap items-start gap-3" onSubmit={invite}>
        <Field label="E-mail" className="min-w-56 grow sm:max-w-72" error={errorOf("email")}>
          <Input name="email" type="email" required autoComplete="off" />
        </Field>
        <Field label="Name" className="min-w-40 grow sm:max-w-56" error={errorOf("name")}>
          <Input name="name" required maxLength={100} autoComplete="off" />
        </Field>
        <Field label="Role" className="min-w-56 grow sm:max-w-72" error={errorOf("role")}>
          <Select name="role" defaultValue="member">
            {roles.map((role) => (
              <option key={role} value={role}>
                {role}: {ROLE_WORDS[role]}
              </option>
            ))}
          </Select>
        </Field>
        <Button type="submit" icon={<UserPlus />} isLoading={isActing} className="sm:mt-6.5">
          Invite
        </Button>
      </form>
      {invited ? (
        <SecretOnce title={`Invitation for ${invited.email}`} secret={invited.url}>
          Send this link yourself. It opens once, for seven days, and is not shown again; a new invitation replaces it.
        </SecretOnce>
      ) : null}
    </div>
  );
}
