import { Argument } from "#components/approval-card/argument-list.tsx";
import { RunFiles } from "#components/approval-card/run-files.tsx";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import type { CommandPreview } from "#lib/approvals/call-preview.ts";

export function CommandArguments({ command, preview }: { command: string; preview: CommandPreview | null }) {
  return (
    <>
      <Argument name="Command">
        <WholeText text={command} label="Command" />
      </Argument>
      {preview ? (
        <>
          {preview.unseen === null ? null : (
            <Argument name="Not shown">
              <span className="font-medium text-waiting">It may run more than stands here: {preview.unseen}.</span>
            </Argument>
          )}
          {preview.files.length > 0 || preview.unbound !== null ? <RunFiles files={preview.files} unbound={preview.unbound} /> : null}
          <Argument name="Folder">
            <VisibleText text={preview.folder} />
          </Argument>
          <Argument name="Sandbox">
            <span className={preview.sandbox.level === "full" ? undefined : "font-medium text-waiting"}>{preview.sandbox.level}</span>
            <span className="text-muted"> · {preview.sandbox.summary}</span>
          </Argument>
        </>
      ) : null}
    </>
  );
}
