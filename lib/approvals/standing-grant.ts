import { invalidRequest } from "#lib/errors.ts";
import type { GrantReach } from "#lib/grants/create-grant.ts";
import type { Pin } from "#lib/grants/grant.ts";
import { endOf, type GrantTerms } from "#lib/grants/grant-terms.ts";
import { offeredScopes } from "#lib/grants/offered-scopes.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { ApprovalView } from "./approval-view.ts";
import type { Edit } from "./decide-approval.ts";

/** What a decider wants to stand for later calls like the one on the card. */
interface StandingGrant {
  /** To be judged by the gate. */
  wanted: { tool: string; input: Record<string, unknown>; pins: Pin[] | null; files: readonly BoundFile[] | null };
  reach: GrantReach;
  until: Date | null;
  uses: number | null;
}

/**
 * The standing approval that a card's decision may make: for calls of the person who asked, or of the schedule.
 * @param edit what the decider changed the call to
 * @throws AppError 400 for one that this card does not offer
 */
export function standingGrant(
  approval: ApprovalView,
  edit: Edit | null,
  terms: GrantTerms & { chatOnly?: boolean | undefined },
): StandingGrant {
  const { tool, chatId, scheduleId, requestedBy } = approval;
  if (!offeredScopes(approval).includes(terms.scope)) {
    const message = scheduleId ? "For a schedule only the exact call is offered." : "Not offered: several people must agree to each call.";
    throw invalidRequest([{ path: "grant.scope", message }]);
  }
  const input = (edit?.input ?? approval.editedInput ?? approval.input) as Record<string, unknown>;
  return {
    wanted: { tool, input, pins: terms.pins ?? null, files: edit ? edit.files : approval.files },
    reach: { userId: requestedBy, chatId: terms.chatOnly ? chatId : null, scheduleId },
    ...endOf(terms, "grant."),
  };
}
