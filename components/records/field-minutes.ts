const MINUTE_MS = 60_000;

/**
 * The ends of a range as `datetime-local` fields in UTC have them, in whole minutes: its beginning rounded down and its end up, so that a form that is
 * sent as it stands leaves out nothing that was shown.
 */
export function fieldMinutes({ from, to }: { from?: Date | undefined; to?: Date | undefined }) {
  return { from: from && textOf(Math.floor(from.getTime() / MINUTE_MS)), to: to && textOf(Math.ceil(to.getTime() / MINUTE_MS)) };
}

function textOf(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice(0, 16);
}
