"use client";

import { type FormEvent, type RefObject, useState } from "react";
import type { ApiProblem } from "#components/api/call-api.ts";
import { actOf } from "#components/approval-card/card-words.ts";
import { reveal } from "#components/approval-card/reveal.ts";
import { toSegments } from "#components/text/visible-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** The one argument that people change, where a tool has one; everything else is edited as JSON. */
const MAIN_ARGUMENT: Record<string, string> = { shell: "command" };

/**
 * Changed arguments. They go through the gate as if the requester had sent them; what it refuses is said here, and the request stays as it was.
 * The tool itself cannot be changed.
 */
export function EditForm({
  tool,
  args,
  problem,
  isSending,
  isReady,
  actions,
  willAskAgain,
  onApprove,
  onCancel,
}: {
  tool: string;
  args: Record<string, unknown>;
  problem: ApiProblem | null;
  isSending: boolean;
  /** A click on the act would count now. */
  isReady: boolean;
  /** The row of buttons, which must have stood still before a click counts. */
  actions: RefObject<HTMLDivElement | null>;
  /** Several people must agree: to the changed arguments, then. */
  willAskAgain: boolean;
  onApprove: (input: Record<string, unknown>, reason: string | undefined) => void;
  onCancel: () => void;
}) {
  const main = MAIN_ARGUMENT[tool];
  const isMainText = main !== undefined && typeof args[main] === "string";
  const [text, setText] = useState(() => (isMainText ? String(args[main]) : JSON.stringify(args, null, 2)));
  const [reason, setReason] = useState("");
  const read = isMainText ? { input: { ...args, [main]: text } } : readObject(text);
  const error = "error" in read ? read.error : (problem?.detail ?? null);

  function approve(): void {
    if ("input" in read) onApprove(read.input, reason.trim() || undefined);
  }

  return (
    <form ref={reveal} onSubmit={ignoreEnter} className="grid gap-3 rounded-md bg-canvas p-3 hairline-ring">
      <Field
        label={isMainText ? "Command to run instead" : "Arguments to use instead (JSON)"}
        error={error}
        hint={`Checked again by the same rules, for the person who asked. The agent is told what ran instead.${isMainText ? " Files that it runs are agreed to as they stand now." : ""}`}
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={isMainText ? 3 : 8}
          dir="ltr"
          spellCheck={false}
          className="font-mono"
          autoFocus
        />
      </Field>
      {hasHidden(text) ? (
        <div className="text-sm">
          <p className="font-medium text-waiting">As it would run, with everything hidden written out:</p>
          <VisibleText text={text} />
        </div>
      ) : null}
      <Field label="Why (optional)">
        <Input value={reason} onChange={(event) => setReason(event.target.value)} dir="auto" />
      </Field>
      {willAskAgain ? (
        <p className="text-sm text-muted">Others must agree to the changed arguments; what they agreed to before no longer counts.</p>
      ) : null}
      <div ref={actions} className="flex flex-wrap gap-2">
        <Button variant="primary" isLoading={isSending} aria-disabled={!isReady || undefined} onClick={approve}>
          {actOf(tool, "input" in read ? read.input : args)} as edited
        </Button>
        <Button onClick={onCancel}>Keep it waiting</Button>
      </div>
    </form>
  );
}

/** Enter in a field sends nothing: approving is a press of its own. */
function ignoreEnter(event: FormEvent): void {
  event.preventDefault();
}

function readObject(text: string): { input: Record<string, unknown> } | { error: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { input: value as Record<string, unknown> };
    return { error: "The arguments must be one JSON object." };
  } catch (error) {
    return { error: `This is not JSON: ${error instanceof Error ? error.message : "it cannot be read"}.` };
  }
}

function hasHidden(text: string): boolean {
  return toSegments(text, "exact").some((segment) => segment.kind !== "text");
}
