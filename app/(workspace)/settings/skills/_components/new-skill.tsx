"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Textarea } from "#components/ui/textarea.tsx";

const FORM = `---
name: our-tone
description: How we write to customers.
tags: [writing]
---
Write short sentences. …`;

export function NewSkill() {
  const router = useRouter();
  const [content, setContent] = useState("");
  const { act, isActing, errorOf, restOf } = useAct();
  const rest = restOf("content");

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const answer = await act(() => callApi<{ name: string }>("POST", "/api/skills", { content }));
    if (!answer) return;
    setContent("");
    announce({ text: `${answer.value.name} is here, switched off.` });
    router.refresh();
  }

  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-3">
      {rest ? <Callout tone="danger" title={rest.detail} isNew /> : null}
      <Field
        label="SKILL.md"
        error={errorOf("content")}
        hint="YAML with name and description between two lines of three hyphens, then the instructions."
      >
        <Textarea
          value={content}
          onChange={(event) => setContent(event.target.value)}
          placeholder={FORM}
          rows={8}
          dir="ltr"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      <div>
        <Button type="submit" isLoading={isActing} disabled={content.trim() === ""}>
          Add skill
        </Button>
      </div>
    </form>
  );
}
