"use client";

import { type FormEvent, useId } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { OpenDialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

/** Gives a chat a name. It is on the page only while it is open. */
export function RenameDialog({ chatId, title, onClose }: { chatId: string; title: string; onClose: () => void }) {
  const form = useId();
  const { act, isActing, problem, errorOf } = useAct();

  async function rename(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("title"));
    if (await act(() => callApi("PATCH", `/api/chats/${chatId}`, { title: name }))) onClose();
  }

  return (
    <OpenDialog
      role="dialog"
      size="sm"
      title="Rename chat"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep the name</Button>
          <Button variant="primary" type="submit" form={form} isLoading={isActing}>
            Rename chat
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void rename(event)}>
        <Field label="Name" error={errorOf("title") ?? problem?.detail ?? null} isRequired>
          <Input
            name="title"
            defaultValue={title}
            maxLength={200}
            dir="auto"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
        </Field>
      </form>
    </OpenDialog>
  );
}
