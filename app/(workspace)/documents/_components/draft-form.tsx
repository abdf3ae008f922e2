"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { useVersionedSave } from "./use-versioned-save.ts";

interface StoredDraft {
  id: string;
  text: string;
  version: string;
  destination: { name: string };
}

/** A draft as it is edited, from the version that the page was drawn with. */
export function DraftForm({ draft, destinations }: { draft: StoredDraft; destinations: readonly string[] }) {
  // As the fields began: when the page is drawn anew beneath them, they keep what they have.
  const [start] = useState(draft);
  const router = useRouter();
  const { save, conflict, isActing, problem, errorOf, restOf } = useVersionedSave<StoredDraft>(`/api/drafts/${start.id}`, start.version);
  const rest = problem?.code === "version_conflict" ? null : restOf("text", "destination");
  const back = `/documents/drafts/${start.id}`;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = String(fields.get("text") ?? "").replace(/\r\n?/g, "\n");
    const saved = await save({ text, destination: String(fields.get("destination") ?? "") });
    if (!saved) return;
    announce({ text: "The draft is saved. Whoever agreed to it before is asked again." });
    router.push(back);
    router.refresh();
  }

  return (
    <form className="grid max-w-3xl gap-5" onSubmit={submit} noValidate>
      {conflict ? <ConflictNote text={`To ${conflict.destination.name}\n\n${conflict.text}`} isKept={false} /> : null}
      {rest ? (
        <Callout tone="danger" title="Nothing was saved" isNew>
          {rest.detail}
        </Callout>
      ) : null}
      <Field label="To" error={errorOf("destination")} isRequired>
        <Select name="destination" defaultValue={start.destination.name}>
          {destinations.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Message" error={errorOf("text")} isRequired>
        <Textarea name="text" defaultValue={start.text} className="min-h-40" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={isActing}>
          Save draft
        </Button>
        <Link href={back} className={buttonStyles({ variant: "quiet" })}>
          Leave without saving
        </Link>
      </div>
    </form>
  );
}
