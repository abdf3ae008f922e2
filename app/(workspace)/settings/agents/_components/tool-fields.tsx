"use client";

import { useState } from "react";
import { Callout } from "#components/ui/callout.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";
import { EFFECT_WORDS } from "./agent-words.ts";

type Tools = AgentSettings["tools"];

interface ToolFieldsProps {
  stored: Tools | undefined;
  known: readonly string[];
  error: string | null;
}

/** Which tools an agent has, by name and by effect, also those that are not there yet. */
export function ToolFields({ stored, known, error }: ToolFieldsProps) {
  const [isAll, setIsAll] = useState(!stored || stored.allow === null);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">Tools</legend>
      {error ? (
        <Callout tone="danger" title="These lists contradict themselves" isNew>
          {error}
        </Callout>
      ) : null}
      <Field label="It may use">
        <Select name="allow" value={isAll ? "all" : "some"} onChange={(event) => setIsAll(event.target.value === "all")}>
          <option value="all">Every tool that the rules allow</option>
          <option value="some">Only what is ticked here</option>
        </Select>
      </Field>
      {isAll ? null : <ToolList name="allow" legend="Allowed" list={stored?.allow ?? undefined} known={known} />}
      <ToolList name="deny" legend="Never, although it is allowed" list={stored?.deny} known={known} />
    </fieldset>
  );
}

function ToolList({
  name,
  legend,
  list = { names: [], effects: [] },
  known,
}: {
  name: "allow" | "deny";
  legend: string;
  list: Tools["deny"] | undefined;
  known: readonly string[];
}) {
  const others = list.names.filter((tool) => !known.includes(tool));
  return (
    <fieldset className="rounded-lg px-3.5 pb-3 hairline-ring">
      <legend className="float-start w-full py-2 text-sm font-medium">{legend}</legend>
      <div className="clear-both grid gap-x-4 pb-2 sm:grid-cols-2">
        {known.map((tool) => (
          <Checkbox
            key={tool}
            name={`${name}.names`}
            value={tool}
            defaultChecked={list.names.includes(tool)}
            label={<code className="font-mono text-sm">{tool}</code>}
          />
        ))}
        {Object.entries(EFFECT_WORDS).map(([effect, words]) => (
          <Checkbox
            key={effect}
            name={`${name}.effects`}
            value={effect}
            defaultChecked={(list.effects as string[]).includes(effect)}
            label={<span className="inline-block first-letter:uppercase">{words}</span>}
          />
        ))}
      </div>
      <Field label="Other names" hint="Of tools that servers bring, or the beginning of one with * behind it, such as mcp__wiki__*.">
        <Input name={`${name}.others`} autoComplete="off" spellCheck={false} defaultValue={others.join(", ")} />
      </Field>
    </fieldset>
  );
}
