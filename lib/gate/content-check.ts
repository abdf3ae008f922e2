import { log } from "#lib/log.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { readFiles } from "./bind-files.ts";
import type { CallToExecute } from "./call-to-execute.ts";
import { changedFile } from "./changed-file.ts";
import type { Permitted, Refused } from "./evaluation.ts";

/**
 * Whether the files that a call runs are still those that people agreed to. The answer is of the moment in which it is asked for, and the gate asks
 * twice: before the ticket, so that a call that cannot run uses up nothing, and right before the handler.
 *
 * A window remains. Between the second look and the moment in which the command itself opens the file lie the search for files that the sandbox hides
 * and the start of the sandbox, some tens of milliseconds, and then whatever the command does before. A command of another run that writes at that very
 * moment is not seen. It could only be closed by giving the command a copy that it cannot write (see `docs/decisions/0027-content-that-a-command-runs.md`).
 */
export function contentCheck(permitted: Permitted, call: CallToExecute, workspace: string): () => Promise<Refused | null> {
  const bound = boundTo(permitted, call);
  return async () => {
    if (!bound) return null;
    try {
      const { files = [] } = (await permitted.definition.runsFiles?.(permitted.input)) ?? {};
      const changed = files.length + bound.length === 0 ? null : changedFile(bound, await readFiles(workspace, files));
      return changed === null ? null : refusal(permitted, changed);
    } catch (error) {
      log.error("content-not-checked", { tool: permitted.tool, error });
      return refusal(permitted, "what it runs could not be looked at");
    }
  };
}

/** Null: nobody's yes lets it run, or one that is not of the content. */
function boundTo({ verdict, standing }: Permitted, { approval }: CallToExecute): readonly BoundFile[] | null {
  if (standing) return standing.grant.pins === null ? (standing.grant.files ?? []) : null;
  return verdict === "ask" && approval ? (approval.files ?? []) : null;
}

function refusal({ tool, input, effect, ruleId }: Permitted, changed: string): Refused {
  const reason =
    `${changed} after this was asked, so what was approved is not what would run now. Nothing was run. ` +
    "Ask again: people are then shown what it holds now.";
  return { verdict: "refuse", kind: "approval_unavailable", code: "content_changed", tool, input, effect, ruleId, reason };
}
