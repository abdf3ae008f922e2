declare const brand: unique symbol;

/** Permission to execute one call once. Opaque: only `mintGrant` makes one that `spendGrant` accepts, and only the gate may import `mintGrant`. */
export interface ExecutionGrant {
  readonly [brand]: "execution grant";
}

const live = new WeakSet<ExecutionGrant>();

/** For `lib/gate` alone; the import-graph test holds this. */
export function mintGrant(): ExecutionGrant {
  const grant = Object.freeze({}) as unknown as ExecutionGrant;
  live.add(grant);
  return grant;
}

/** Every tool's first act. Throws when the grant was forged, or was spent before. */
export function spendGrant(grant: ExecutionGrant): void {
  if (!live.delete(grant)) throw new Error("A tool was executed without a live execution grant. Only the gate may execute tools.");
}
