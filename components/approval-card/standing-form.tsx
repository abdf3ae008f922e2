"use client";

import { type FormEvent, type RefObject, useEffect, useState } from "react";
import { type ApiProblem, callApi } from "#components/api/call-api.ts";
import { actOf } from "#components/approval-card/card-words.ts";
import { reveal } from "#components/approval-card/reveal.ts";
import { pinChoice, pinsOf } from "#components/approval-card/standing-pins.ts";
import type { GrantBody } from "#components/approval-card/use-decision.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { serverNow } from "#components/ui/server-clock.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import type { GrantPreview } from "#lib/grants/grant-preview.ts";

const HOUR_MS = 3_600_000;
const ENDS: Record<string, { words: string; ms: number | null }> = {
  hour: { words: "One hour", ms: HOUR_MS },
  day: { words: "One day", ms: 24 * HOUR_MS },
  week: { words: "Seven days", ms: 7 * 24 * HOUR_MS },
  month: { words: "Thirty days", ms: 30 * 24 * HOUR_MS },
  open: { words: "Until somebody takes it back", ms: null },
};
/** Nobody is asked with every letter. */
const PREVIEW_AFTER_MS = 300;

/**
 * Approves the call, and later ones like it: which, for how long, how often. What it would have answered of late is told before it is made. Rules that
 * deny still deny; rules that ask somebody else, or several people, still ask.
 */
export function StandingForm({
  approval,
  args,
  problem,
  isSending,
  isReady,
  actions,
  onApprove,
  onCancel,
}: {
  approval: ApprovalJson;
  args: Record<string, unknown>;
  problem: ApiProblem | null;
  isSending: boolean;
  /** A click on the act would count now. */
  isReady: boolean;
  /** The row of buttons, which must have stood still before a click counts. */
  actions: RefObject<HTMLDivElement | null>;
  onApprove: (grant: GrantBody) => void;
  onCancel: () => void;
}) {
  const { tool, requestedBy, requestedByName, chatId, scheduleId, grantScopes } = approval;
  const choice = grantScopes.includes("pattern") ? pinChoice(tool, args) : null;
  const [scope, setScope] = useState<GrantBody["scope"]>("exact");
  const [value, setValue] = useState(choice?.value ?? "");
  const [end, setEnd] = useState("day");
  const [uses, setUses] = useState("");
  const [isChatOnly, setIsChatOnly] = useState(false);
  const isPattern = scope === "pattern" && choice !== null;
  const pins = isPattern ? pinsOf(choice, value) : undefined;
  const isNamed = !isPattern || value.trim() !== "";
  const usesError = uses === "" || isNumberOfUses(uses) ? null : "A number from 1 to 1,000,000, or nothing.";
  const isOfPins = isPattern && problem?.code === "invalid_request";
  const reach = scheduleId ? { scheduleId } : { userId: requestedBy, ...(isChatOnly && { chatId }) };
  const preview = usePreview(isNamed ? { tool, ...(pins ? { pins } : { input: args }), ...reach } : null);

  const isComplete = isNamed && usesError === null;

  function approve(): void {
    if (!isComplete) return;
    const ms = ENDS[end]?.ms ?? null;
    onApprove({
      scope,
      ...(pins && { pins }),
      until: ms === null ? null : new Date(serverNow() + ms).toISOString(),
      ...(uses !== "" && { uses: Number(uses) }),
      ...(isChatOnly && { chatOnly: true }),
    });
  }

  return (
    <form ref={reveal} onSubmit={ignoreEnter} className="grid gap-3 rounded-md bg-canvas p-3 hairline-ring">
      <Field label="What later calls need no question">
        <Select value={scope} onChange={(event) => setScope(event.target.value as GrantBody["scope"])} autoFocus>
          <option value="exact">Exactly this call</option>
          {choice ? <option value="pattern">{choice.words} …</option> : null}
        </Select>
      </Field>
      {isPattern ? (
        <Field
          label={choice.words}
          error={value.trim() === "" ? "Write what it must be." : isOfPins ? (problem?.detail ?? null) : null}
          hint={
            tool === "shell"
              ? "Every command in it must begin so; one that does something else as well is asked about. Files that such commands run may hold anything by then."
              : undefined
          }
        >
          <Input
            value={value}
            onChange={(event) => setValue(event.target.value)}
            maxLength={2_000}
            dir="ltr"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="For how long">
          <Select value={end} onChange={(event) => setEnd(event.target.value)}>
            {Object.entries(ENDS).map(([key, { words }]) => (
              <option key={key} value={key}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="How often at most (optional)" error={usesError}>
          {/* Not of type number, of which a browser tells nothing when it holds no number: that would be without a limit. */}
          <Input value={uses} onChange={(event) => setUses(event.target.value.trim())} maxLength={20} inputMode="numeric" />
        </Field>
      </div>
      {scheduleId ? null : (
        <Checkbox label="Only in this chat" checked={isChatOnly} onChange={(event) => setIsChatOnly(event.target.checked)} />
      )}
      <p className="text-sm text-muted">
        {!isPattern && approval.files ? "Only while the files that it runs hold what they held when this was asked. " : null}
        {scheduleId ? (
          "For runs of this schedule alone, until somebody changes it."
        ) : (
          <>
            For calls of <VisibleText text={requestedByName} mode="prose" /> alone.
          </>
        )}{" "}
        Rules that deny still deny. It stands in Settings, under Standing approvals, where it can be taken back.
      </p>
      {problem && !isOfPins ? (
        <Callout tone="danger" title="Nothing was approved" isNew>
          {problem.detail}
        </Callout>
      ) : null}
      {/* Its line is there before its words are: the act below stands where it will be pressed. */}
      <p className="min-h-5 text-sm" aria-live="polite">
        {preview ? previewWords(preview, tool) : null}
      </p>
      <div ref={actions} className="flex flex-wrap gap-2">
        <Button variant="primary" isLoading={isSending} aria-disabled={!isReady || !isComplete || undefined} onClick={approve}>
          {actOf(tool, args)}, and later ones
        </Button>
        <Button onClick={onCancel}>Keep it waiting</Button>
      </div>
    </form>
  );
}

/** What the organization was asked in the last thirty days, held against it. */
function usePreview(wanted: object | null): GrantPreview | null {
  const [preview, setPreview] = useState<GrantPreview | null>(null);
  const body = wanted && JSON.stringify(wanted);
  useEffect(() => {
    setPreview(null);
    if (!body) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const answer = await callApi<GrantPreview>("POST", "/api/grants/preview", JSON.parse(body));
      if (isCurrent && answer.isOk) setPreview(answer.value);
    }, PREVIEW_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [body]);
  return preview;
}

function previewWords({ requests, answered }: GrantPreview, tool: string): string {
  const asked = requests === 1 ? "the one request" : `the last ${requests} requests`;
  return `Of ${asked} for ${tool} in thirty days it would have answered ${answered}.`;
}

function isNumberOfUses(text: string): boolean {
  return /^[1-9][0-9]{0,6}$/.test(text) && Number(text) <= 1_000_000;
}

/** Enter in a field sends nothing: approving is a press of its own. */
function ignoreEnter(event: FormEvent): void {
  event.preventDefault();
}
