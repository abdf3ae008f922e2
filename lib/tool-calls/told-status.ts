/**
 * What a call's state is called wherever people read it: one of the contract's statuses, or `not-made` for what a dry run left undone, which
 * the record keeps as `refused` and which nobody refused.
 */
export function toldStatus({ status, kind }: { status: string; kind?: string | null }): string {
  return status === "refused" && kind === "dry_run" ? "not-made" : status;
}
