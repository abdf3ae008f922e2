"use client";

import { useRef } from "react";
import { shortDigest } from "#components/approval-card/card-words.ts";
import { useArmed } from "#components/approval-card/use-armed.ts";
import { Button } from "#components/ui/button.tsx";
import { OpenDialog } from "#components/ui/dialog.tsx";
import { announce } from "#components/ui/status-store.ts";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { ApprovalJson } from "#lib/approvals/approval-json.ts";
import { actOfAll } from "./several-words.ts";

/** The whole list once more before it runs. The button counts once it has stood still under the pointer; the focus is on the other one. */
export function ConfirmSeveral({
  requests,
  isSending,
  onConfirm,
  onCancel,
}: {
  requests: readonly ApprovalJson[];
  isSending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const actions = useRef<HTMLSpanElement>(null);
  const { isArmed, isArmedNow } = useArmed(actions);
  const act = actOfAll(requests);

  function confirm(): void {
    if (isArmedNow()) onConfirm();
    else announce({ text: "That was too fast: something has just moved. Look again." });
  }

  return (
    <OpenDialog
      role="alertdialog"
      size="lg"
      onClose={onCancel}
      title={`${act}?`}
      description="Each is approved exactly as it stands here, and runs when nobody else has to agree."
      actions={
        <span ref={actions} className="flex flex-wrap justify-end gap-2">
          <Button onClick={onCancel} data-autofocus>
            Keep them waiting
          </Button>
          <Button variant="primary" onClick={confirm} isLoading={isSending} aria-disabled={!isArmed || undefined}>
            {act}
          </Button>
        </span>
      }
    >
      <ol className="grid list-decimal gap-1.5 ps-6">
        {requests.map(({ id, summary, inputDigest }) => (
          <li key={id} className="wrap-anywhere">
            <VisibleText text={summary} /> <span className="font-mono text-xs text-muted">{shortDigest(inputDigest)}</span>
          </li>
        ))}
      </ol>
    </OpenDialog>
  );
}
