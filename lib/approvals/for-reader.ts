import type { TenantContext } from "#lib/context.ts";
import type { ApprovalView } from "./approval-view.ts";
import { standingOf } from "./standing.ts";

/** A request as this person may answer it: nothing is offered to who may not decide it, or has. */
export function forReader<View extends ApprovalView>(ctx: TenantContext, view: View): View {
  return standingOf(ctx, view) === "may-decide" ? view : { ...view, decisions: [] };
}
