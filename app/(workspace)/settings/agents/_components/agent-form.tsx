"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { announce } from "#components/ui/status-store.ts";
import { Textarea } from "#components/ui/textarea.tsx";
import { MODE_WORDS } from "./agent-words.ts";
import { readAgentForm } from "./read-agent-form.ts";
import type { ShownAgent } from "./shown-agent.ts";
import { SkillFields } from "./skill-fields.tsx";
import { ToolFields } from "./tool-fields.tsx";

const FIELDS = ["name", "description", "instructions", "model", "tools", "approvalMode", "temperature", "iterations", "skills"];

interface AgentFormProps {
  /** Null: a new one is made. */
  agent: ShownAgent | null;
  /** Names of the tools that there are now, and of all skills. */
  tools: readonly string[];
  skills: readonly string[];
  /** Whether its model answers now. */
  modelState?: ReactNode;
}

/** Makes an agent, or changes one from the version that the page shows. */
export function AgentForm({ agent: given, tools, skills, modelState }: AgentFormProps) {
  // As the fields began: when the page is drawn anew beneath them, they keep what they have.
  const [agent] = useState(given);
  const router = useRouter();
  const { act, isActing, errorOf, restOf } = useAct();
  const failure = restOf(...FIELDS);

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const body = readAgentForm(new FormData(event.currentTarget));
    const saved = await act(() =>
      agent
        ? callApi<{ name: string }>("PATCH", `/api/agents/${agent.id}`, { ...body, version: agent.version })
        : callApi<{ name: string }>("POST", "/api/agents", body),
    );
    if (!saved) return;
    announce({ text: agent ? `${saved.value.name} was changed, for messages from now on.` : `${saved.value.name} can be asked now.` });
    router.push("/settings/agents");
    router.refresh();
  }

  return (
    <form className="grid max-w-3xl gap-5" onSubmit={save} noValidate>
      {failure ? (
        <Callout tone="danger" title="Nothing was saved" isNew>
          {failure.detail}
        </Callout>
      ) : null}
      <Field label="Name" error={errorOf("name")} isRequired hint="Stands above its answers, and in the record of what it was refused.">
        <Input name="name" autoComplete="off" defaultValue={agent?.name} />
      </Field>
      <Field label="Description" error={errorOf("description")} hint="One line for those who choose.">
        <Input name="description" autoComplete="off" defaultValue={agent?.description} />
      </Field>
      <Field
        label="Instructions"
        error={errorOf("instructions")}
        hint="What it is told before every message. They persuade a model and bind it to nothing: what it must not do belongs under Tools."
      >
        <Textarea name="instructions" rows={4} defaultValue={agent?.instructions} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Model"
          error={errorOf("model")}
          hint={modelState ?? "Empty: the server's. Else openai:<id>, openai-compatible:<id>, ollama:<id> or demo."}
        >
          <Input name="model" autoComplete="off" spellCheck={false} defaultValue={agent?.model ?? ""} />
        </Field>
        <Field label="Approvals" error={errorOf("approvalMode")} hint="On top of the rules: what they deny or ask about stays so.">
          <Select name="approvalMode" defaultValue={agent?.approvalMode ?? "organization"}>
            {Object.entries(MODE_WORDS).map(([mode, words]) => (
              <option key={mode} value={mode}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Temperature" error={errorOf("temperature")} hint="0 to 2. Empty: the model's own.">
          <Input name="temperature" inputMode="decimal" autoComplete="off" defaultValue={agent?.temperature ?? ""} />
        </Field>
        <Field label="Rounds of calls a message" error={errorOf("iterations")} hint="1 to 50. Then it is asked for its words.">
          <Input name="iterations" inputMode="numeric" autoComplete="off" defaultValue={agent?.iterations ?? 10} />
        </Field>
      </div>
      <ToolFields stored={agent?.tools} known={tools} error={errorOf("tools")} />
      <SkillFields stored={agent?.skills ?? null} known={skills} error={errorOf("skills")} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={isActing}>
          {agent ? "Save changes" : "Make agent"}
        </Button>
        <Link href="/settings/agents" className={buttonStyles({ variant: "quiet" })}>
          Leave without saving
        </Link>
      </div>
    </form>
  );
}
