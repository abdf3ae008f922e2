import { EFFECT_WORDS } from "#components/approval-card/card-words.ts";
import { AlertDialog } from "#components/ui/alert-dialog.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { Effect } from "#lib/tools/define-tool.ts";

export type ServerQuestion = "remove" | "approve-all";

interface ServerQuestionsProps {
  asks: ServerQuestion | null;
  /** Its name. */
  server: string;
  waiting: readonly { name: string; effect: Effect }[];
  isActing: boolean;
  onCancel: () => void;
  onRemove: () => void;
  onApproveAll: () => void;
}

/** What is asked once more before a server is removed, and before all of its tools that wait are approved at once. */
export function ServerQuestions({ asks, server, waiting, isActing, onCancel, onRemove, onApproveAll }: ServerQuestionsProps) {
  return (
    <>
      <AlertDialog
        isOpen={asks === "remove"}
        title={`Remove ${server}?`}
        description="Its tools are gone for every agent at once, its address and headers are deleted, and calls that wait for approval will find no tool."
        confirmLabel="Remove server"
        cancelLabel="Keep server"
        isDangerous
        isLoading={isActing}
        onCancel={onCancel}
        onConfirm={onRemove}
      />
      <AlertDialog
        isOpen={asks === "approve-all"}
        title={`Approve ${waiting.length} tools of ${server}?`}
        description="Each as it is shown here. Their warnings and differences are yours to have read."
        confirmLabel="Approve tools"
        cancelLabel="Go on reading"
        isLoading={isActing}
        onCancel={onCancel}
        onConfirm={onApproveAll}
      >
        <ul className="grid max-h-60 gap-1 overflow-auto">
          {waiting.map(({ name, effect }) => (
            <li key={name}>
              <VisibleText text={name} /> <span className="text-sm text-muted">{EFFECT_WORDS[effect]}</span>
            </li>
          ))}
        </ul>
      </AlertDialog>
    </>
  );
}
