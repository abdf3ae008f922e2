"use client";

import type { FormEvent } from "react";
import { callApi } from "#components/api/call-api.ts";
import { signOut } from "#components/api/sign-out.ts";
import { useAct } from "#components/api/use-act.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

export function OrganizationChoice({ organizations }: { organizations: { id: string; name: string; role: string }[] }) {
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf("name");

  async function go(id: string): Promise<void> {
    const isThere = await act(() => callApi("POST", "/api/organizations/switch", { id }));
    if (isThere) window.location.assign("/chat");
  }

  async function create(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    const made = await act(() => callApi<{ id: string }>("POST", "/api/organizations", { name }));
    if (made) await go(made.value.id);
  }

  return (
    <div className="grid gap-5">
      {failure ? (
        <Callout tone="danger" title="That did not work" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      {organizations.length > 0 ? (
        <ul className="grid gap-2">
          {organizations.map(({ id, name, role }) => (
            <li key={id}>
              <Button className="w-full" isLoading={isActing} onClick={() => go(id)}>
                <span className="min-w-0 grow truncate text-start">{name}</span>
                <Badge>{role}</Badge>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <form className="grid gap-3 border-t pt-5" onSubmit={create}>
        <Field label="Create an organization" error={errorOf("name")}>
          <Input name="name" required maxLength={100} placeholder="Name" />
        </Field>
        <div className="flex flex-wrap justify-between gap-2">
          <Button type="submit" isLoading={isActing}>
            Create it
          </Button>
          <Button variant="quiet" onClick={() => signOut()}>
            Sign out
          </Button>
        </div>
      </form>
    </div>
  );
}
