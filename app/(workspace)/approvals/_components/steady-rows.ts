/** Rows as they stand on the screen; `isGone`: the list no longer has it. */
export type SteadyRow<Row> = Row & { isGone: boolean };

/**
 * What a list shows while somebody may be about to click in it: every row stays where it is, with what is known of it now; new ones come
 * after the last. Without that somebody (`isHeld` false) it is simply the list.
 */
export function steadyRows<Row extends { id: string }>(shown: SteadyRow<Row>[], rows: Row[], isHeld: boolean): SteadyRow<Row>[] {
  const present = (row: Row): SteadyRow<Row> => ({ ...row, isGone: false });
  if (!isHeld) return rows.map(present);
  const now = new Map(rows.map((row) => [row.id, row]));
  const kept = shown.map((row) => {
    const current = now.get(row.id);
    return current ? present(current) : { ...row, isGone: true };
  });
  const known = new Set(shown.map((row) => row.id));
  return [...kept, ...rows.filter((row) => !known.has(row.id)).map(present)];
}
