"use client";

import { Ban, CheckCheck, PenLine } from "lucide-react";
import { type MouseEvent, Suspense, useRef, useState } from "react";
import { actOf, argumentsOf, missingWords } from "#components/approval-card/card-words.ts";
import { DenyForm } from "#components/approval-card/deny-form.tsx";
import { EditForm } from "#components/approval-card/edit-form.tsx";
import { useUnread } from "#components/approval-card/reading.tsx";
import { useArmed } from "#components/approval-card/use-armed.ts";
import { useCardKeys } from "#components/approval-card/use-card-keys.ts";
import { type DecisionBody, useDecision } from "#components/approval-card/use-decision.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { lazyPart } from "#components/ui/lazy-part.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { announce } from "#components/ui/status-store.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** Seldom opened: its code comes when it is. */
const StandingForm = lazyPart(() => import("#components/approval-card/standing-form.tsx").then((module) => module.StandingForm));

type Mode = "look" | "confirm" | "deny" | "edit" | "always";

/**
 * What the reader can do. Approving takes a pointer's click on a button that has stood still, or two steps with the keyboard; Enter alone never
 * approves. `hasKeys`: a, e and d work on the page, when this is the one card that is meant.
 */
export function DecisionBar({
  approval,
  hasKeys,
  onRead,
}: {
  approval: ApprovalJson;
  hasKeys: boolean;
  onRead: (approval: ApprovalJson) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const formActions = useRef<HTMLDivElement>(null);
  const [mode, setMode] = useState<Mode>("look");
  const { isArmed, isArmedNow } = useArmed(hasOwnAct(mode) ? formActions : bar);
  const { decide, isSending, problem, forget } = useDecision(approval, onRead);
  const unread = useUnread();
  const isReadable = unread === 0;
  const args = argumentsOf(approval);
  const act = actOf(approval.tool, args);
  const goTo = (next: Mode) => {
    forget();
    setMode(next);
  };

  async function send(body: DecisionBody): Promise<void> {
    if (!(await decide(body))) return;
    setMode("look");
    if (body.grant) announce({ text: "Approved. Later calls like it run without a question; see Settings, Standing approvals." });
  }

  /** Says what is in the way of approving, or null. */
  function obstacle(): string | null {
    if (!isReadable) return "Read the arguments to their end first.";
    return isArmedNow() ? null : "That was too fast: something has just moved. Look again.";
  }

  function unlessHindered(act: () => void): void {
    const words = obstacle();
    if (words) announce({ text: words });
    else act();
  }

  function approve(event: MouseEvent): void {
    // A click without a pointer (Enter, Space, a voice) gets a second step.
    unlessHindered(() => (event.detail === 0 ? goTo("confirm") : void send({ decision: "approve" })));
  }

  useCardKeys(hasKeys && mode === "look", {
    a: () => unlessHindered(() => goTo("confirm")),
    e: () => goTo("edit"),
    d: () => goTo("deny"),
  });

  return (
    <div className="grid gap-3">
      {problem && !hasOwnAct(mode) ? (
        <Callout tone="danger" title={problem.detail} isNew>
          Nothing was run by this click.
        </Callout>
      ) : null}
      <div ref={bar} className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          onClick={approve}
          isLoading={isSending && mode === "look"}
          aria-disabled={!isArmed || !isReadable || undefined}
          aria-describedby={`${approval.id}-ready`}
          className={isReadable ? undefined : "opacity-50"}
        >
          {act}
        </Button>
        <Button icon={<Ban />} onClick={() => goTo("deny")} aria-expanded={mode === "deny"}>
          Deny with reason
        </Button>
        <Button icon={<PenLine />} onClick={() => goTo("edit")} aria-expanded={mode === "edit"}>
          Edit and approve
        </Button>
        {approval.grantScopes.length > 0 ? (
          <Button icon={<CheckCheck />} onClick={() => goTo("always")} aria-expanded={mode === "always"}>
            Approve always…
          </Button>
        ) : null}
        <p id={`${approval.id}-ready`} className="basis-full text-sm text-muted">
          {isReadable ? missingWords(approval) : "Read the arguments to their end to decide."}
        </p>
      </div>
      {mode === "deny" ? (
        <DenyForm isSending={isSending} onDeny={(reason) => void send({ decision: "deny", reason })} onCancel={() => goTo("look")} />
      ) : null}
      {mode === "edit" ? (
        <EditForm
          tool={approval.tool}
          args={args}
          problem={problem}
          isSending={isSending}
          isReady={isArmed && isReadable}
          actions={formActions}
          willAskAgain={approval.requirement.approvals > 1}
          onApprove={(input, reason) => unlessHindered(() => void send({ decision: "approve", input, reason }))}
          onCancel={() => goTo("look")}
        />
      ) : null}
      {mode === "always" ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <StandingForm
            approval={approval}
            args={args}
            problem={problem}
            isSending={isSending}
            isReady={isArmed && isReadable}
            actions={formActions}
            onApprove={(grant) => unlessHindered(() => void send({ decision: "approve", grant }))}
            onCancel={() => goTo("look")}
          />
        </Suspense>
      ) : null}
      <AlertDialog
        isOpen={mode === "confirm"}
        title={`${act}?`}
        description={<VisibleText text={approval.summary} />}
        confirmLabel={act}
        cancelLabel="Keep it waiting"
        isLoading={isSending}
        onConfirm={() => void send({ decision: "approve" })}
        onCancel={() => goTo("look")}
      />
    </div>
  );
}

/** Forms that approve with a button of their own, and say themselves what was refused. */
function hasOwnAct(mode: Mode): boolean {
  return mode === "edit" || mode === "always";
}
