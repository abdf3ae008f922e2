"use client";

import { type FormEvent, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { useAct } from "#components/api/use-act.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { ENTRY_POINTS, ROLES } from "#lib/context.ts";
import type { Simulation } from "#lib/gate/index.ts";
import type { Preset, Rule } from "#lib/policies/policy.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

const EXAMPLES: Record<string, string> = {
  shell: '{ "command": "ls -la" }',
  file_system: '{ "action": "write", "path": "notes.txt", "content": "" }',
  web_fetch: '{ "url": "https://example.com" }',
  scheduler: '{ "action": "list" }',
  document: '{ "action": "create", "title": "Plan", "text": "" }',
  draft: '{ "action": "list" }',
  send_draft: `{ "draftId": "00000000-0000-7000-8000-000000000000", "version": "${"0".repeat(64)}" }`,
};

/** Asks the gate itself what it would say of a call; nothing is stored and nothing runs. `draft`: the rules that were changed above. */
export function Simulator({ tools, draft }: { tools: string[]; draft: { preset: Preset; rules: Rule[] } | null }) {
  const [tool, setTool] = useState(tools[0] ?? "shell");
  const [input, setInput] = useState(EXAMPLES[tools[0] ?? "shell"] ?? "{}");
  const [isDraft, setIsDraft] = useState(false);
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const [result, setResult] = useState<Simulation | null>(null);
  const { act, isActing, problem, forget } = useAct();

  function choose(name: string): void {
    setTool(name);
    setInput(EXAMPLES[name] ?? "{}");
    setResult(null);
    forget();
  }

  async function ask(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setResult(null);
    const call = {
      tool,
      input: parsed(input),
      role: form.get("role"),
      entryPoint: form.get("entryPoint"),
      afterReading: chosenKinds(form),
    };
    setUnreadable(call.input === undefined ? "The arguments must be one JSON object." : null);
    if (call.input === undefined) return;
    const answer = await act(() =>
      callApi<Simulation>("POST", "/api/policy/simulate", { call, ...(isDraft && draft && { policy: draft }) }),
    );
    if (answer) setResult(answer.value);
  }

  return (
    <section className="grid gap-3" aria-labelledby="policy-simulator">
      <div>
        <h2 id="policy-simulator" className="text-lg font-semibold">
          What would happen
        </h2>
        <p className="text-muted">The gate itself answers. Nothing runs.</p>
      </div>
      <form onSubmit={(event) => void ask(event)} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Tool">
          <Select value={tool} onChange={(event) => choose(event.target.value)}>
            {tools.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label="Asked by the role">
          <Select name="role" defaultValue="member">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        </Field>
        <Field label="From">
          <Select name="entryPoint" defaultValue="chat">
            {ENTRY_POINTS.map((entryPoint) => (
              <option key={entryPoint}>{entryPoint}</option>
            ))}
          </Select>
        </Field>
        <Field label="After reading">
          <Select name="afterReading" defaultValue="">
            <option value="">nothing from outside</option>
            <option value="web">a web page</option>
            <option value="mcp">an MCP server</option>
            <option value="webhook">what a webhook was sent</option>
            <option value="web mcp webhook">all of these</option>
          </Select>
        </Field>
        <Field label="Arguments (JSON)" error={unreadable} className="col-span-full">
          <Textarea
            value={input}
            onChange={(event) => setInput(event.target.value)}
            dir="ltr"
            spellCheck={false}
            rows={3}
            className="font-mono"
          />
        </Field>
        {draft ? (
          <Checkbox
            label="By the draft above, not by the rules in force"
            checked={isDraft}
            onChange={(event) => setIsDraft(event.target.checked)}
            className="col-span-full"
          />
        ) : null}
        <div className="col-span-full">
          <Button type="submit" isLoading={isActing}>
            Ask the rules
          </Button>
        </div>
      </form>
      {problem ? <Callout tone="danger" title={problem.detail} isNew /> : null}
      {result ? (
        <div role="status" className="grid gap-1 rounded-md bg-sunken px-3.5 py-3">
          <p className="flex flex-wrap items-center gap-2">
            <VerdictBadge verdict={result.verdict} />
            <VisibleText text={result.reason} mode="prose" />
          </p>
          <p className="text-sm text-muted">
            Rule <VisibleText text={result.ruleId} /> · {result.facts.role} · {result.facts.entryPoint} · after reading{" "}
            {result.facts.afterReading.join(" and ") || "nothing"} · effect {result.facts.effect ?? "not known"} · version{" "}
            {result.facts.policyVersion}
          </p>
        </div>
      ) : null}
    </section>
  );
}

function chosenKinds(form: FormData): string[] {
  return String(form.get("afterReading")).split(" ").filter(Boolean);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
