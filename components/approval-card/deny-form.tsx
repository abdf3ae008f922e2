"use client";

import { type FormEvent, useState } from "react";
import { reveal } from "#components/approval-card/reveal.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";

/** A no, with words that reach the agent. */
export function DenyForm({
  isSending,
  onDeny,
  onCancel,
}: {
  isSending: boolean;
  onDeny: (reason: string | undefined) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState("");

  function submit(event: FormEvent): void {
    event.preventDefault();
    onDeny(reason.trim() || undefined);
  }

  return (
    <form ref={reveal} onSubmit={submit} className="grid gap-3 rounded-md bg-canvas p-3 hairline-ring">
      <Field label="Why not?" hint="The agent reads this and goes on. It may stay empty.">
        <Textarea value={reason} onChange={(event) => setReason(event.target.value)} autoFocus />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" isLoading={isSending}>
          Deny
        </Button>
        <Button onClick={onCancel}>Keep it waiting</Button>
      </div>
    </form>
  );
}
