"use client";

import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import type { Preset, Rule } from "#lib/policies/policy.ts";
import { ChangeList } from "./change-list.tsx";
import { type Draft, readDraft } from "./read-draft.ts";
import { ReplayDraft } from "./replay-draft.tsx";
import { Simulator } from "./simulator.tsx";
import { usePublish } from "./use-publish.ts";
import { whatChanges } from "./what-changes.ts";

interface PolicyEditorProps {
  version: number;
  preset: Preset;
  rules: Rule[];
  tools: string[];
  mayPublish: boolean;
}

/**
 * The rules as JSON, for those who may publish; for everyone the question what they would say of a call, put to the rules in force or to the
 * draft above it. The server checks a draft by the same schema as this page.
 */
export function PolicyEditor({ version, preset, rules, tools, mayPublish }: PolicyEditorProps) {
  const inForce = JSON.stringify({ preset, rules }, null, 2);
  const [text, setText] = useState(inForce);
  const draft = useMemo(() => readDraft(text), [text]);
  const isChanged = text !== inForce;
  return (
    <>
      {mayPublish ? (
        <section className="grid gap-3" aria-labelledby="policy-editor">
          <h2 id="policy-editor" className="text-lg font-semibold">
            Rules as JSON
          </h2>
          <Editor
            version={version}
            rules={rules}
            text={text}
            draft={draft}
            isChanged={isChanged}
            onText={setText}
            onReset={() => setText(inForce)}
          />
        </section>
      ) : null}
      <Simulator tools={tools} draft={isChanged && draft.policy ? draft.policy : null} />
    </>
  );
}

function Editor({
  version,
  rules,
  text,
  draft,
  isChanged,
  onText,
  onReset,
}: {
  version: number;
  rules: Rule[];
  text: string;
  draft: Draft;
  isChanged: boolean;
  onText: (text: string) => void;
  onReset: () => void;
}) {
  const { publish, isPublishing, problem, forget } = usePublish(version);
  const isConflict = problem?.code === "version_conflict";
  return (
    <>
      <Field
        label="Preset and rules"
        error={draft.issues[0] ?? null}
        hint={`Made from version ${version}. Nothing is in force before it is published. With "afterReading": ["web", "mcp", "webhook"] a rule that asks or denies counts once the agent has read a web page, an answer of an MCP server, or what a webhook was sent, in this chat.`}
      >
        <Textarea
          value={text}
          onChange={(event) => {
            forget();
            onText(event.target.value);
          }}
          rows={12}
          dir="ltr"
          spellCheck={false}
          className="font-mono"
        />
      </Field>
      {draft.issues.length > 1 ? (
        <ul className="list-disc ps-5 text-sm text-failed">
          {draft.issues.slice(1).map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      ) : null}
      {problem ? (
        <Callout tone="danger" title={isConflict ? "Somebody published other rules meanwhile" : "These rules were not published"} isNew>
          {problem.detail} {isConflict ? "Reload the page to see them; copy your draft first." : null}
          {problem.issues.map(({ path, message }) => (
            <p key={path + message}>
              {path}: {message}
            </p>
          ))}
        </Callout>
      ) : null}
      {isChanged && draft.policy ? <ChangeList changes={whatChanges(rules, draft.policy.rules)} /> : null}
      {isChanged && draft.policy ? <ReplayDraft draft={draft.policy} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          isLoading={isPublishing}
          disabled={!isChanged || !draft.policy}
          onClick={() => draft.policy && void publish(draft.policy)}
        >
          Publish these rules
        </Button>
        <Button onClick={onReset} disabled={!isChanged}>
          Discard the draft
        </Button>
      </div>
    </>
  );
}
