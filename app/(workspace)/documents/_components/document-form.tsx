"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { ConflictNote } from "./conflict-note.tsx";
import { useVersionedSave } from "./use-versioned-save.ts";

interface StoredDocument {
  id: string;
  title: string;
  text: string;
  version: string;
}

/** A document as it is edited, from the version that the page was drawn with. */
export function EditDocument({ document }: { document: StoredDocument }) {
  // As the fields began: when the page is drawn anew beneath them, they keep what they have.
  const [start] = useState(document);
  const { save, conflict, ...state } = useVersionedSave<StoredDocument>(`/api/documents/${start.id}`, start.version);
  return (
    <DocumentForm start={start} back={`/documents/${start.id}`} submitLabel="Save as a new version" save={save} {...state}>
      {conflict ? <ConflictNote text={`${conflict.title}\n\n${conflict.text}`} isKept /> : null}
    </DocumentForm>
  );
}

export function NewDocument() {
  const { act, ...state } = useAct();
  const save = async (content: object) => (await act(() => callApi<StoredDocument>("POST", "/api/documents", content)))?.value ?? null;
  return <DocumentForm start={{ title: "", text: "" }} back="/documents" submitLabel="Make document" save={save} {...state} />;
}

interface FormProps extends Pick<ReturnType<typeof useAct>, "isActing" | "problem" | "errorOf" | "restOf"> {
  start: Pick<StoredDocument, "title" | "text">;
  back: string;
  submitLabel: string;
  save: (content: Pick<StoredDocument, "title" | "text">) => Promise<StoredDocument | null>;
  children?: React.ReactNode;
}

function DocumentForm({ start, back, submitLabel, save, isActing, problem, errorOf, restOf, children }: FormProps) {
  const router = useRouter();
  const rest = problem?.code === "version_conflict" ? null : restOf("title", "text");

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = String(fields.get("text") ?? "").replace(/\r\n?/g, "\n");
    const saved = await save({ title: String(fields.get("title") ?? ""), text: text === withLineFeeds(start.text) ? start.text : text });
    if (!saved) return;
    announce({ text: `${saved.title} is saved.` });
    router.push(`/documents/${saved.id}`);
    router.refresh();
  }

  return (
    <form className="grid max-w-4xl gap-5" onSubmit={submit} noValidate>
      {children}
      {rest ? (
        <Callout tone="danger" title="Nothing was saved" isNew>
          {rest.detail}
        </Callout>
      ) : null}
      <Field label="Title" error={errorOf("title")} isRequired>
        <Input name="title" maxLength={200} defaultValue={start.title} />
      </Field>
      <Field label="Text" error={errorOf("text")} hint="Markdown.">
        {/* No maxLength: a browser cuts what is pasted, without a word. The server says what is too long. */}
        <Textarea name="text" defaultValue={start.text} className="min-h-80 font-mono" />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={isActing}>
          {submitLabel}
        </Button>
        <Link href={back} className={buttonStyles({ variant: "quiet" })}>
          Leave without saving
        </Link>
      </div>
    </form>
  );
}

/** As a text field has it: a text that was not touched is sent as it is stored. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
