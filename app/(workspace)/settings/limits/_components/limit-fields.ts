import type { Limits } from "#lib/limits/limits.ts";

export interface LimitField {
  name: keyof Limits;
  label: string;
  hint: string;
  /** How many of the stored unit one of the shown is. */
  unit: number;
  isMoney: boolean;
  mayBeEmpty: boolean;
}

const MINUTE_MS = 60_000;
const MIB = 1024 * 1024;

/** The limits as people read and write them, in the order of the page. */
export const LIMIT_GROUPS: { title: string; fields: LimitField[] }[] = [
  {
    title: "One run",
    fields: [
      field("callsPerRun", "Tool calls", "A step that does not fit runs none of its calls.", { mayBeEmpty: false }),
      field("tokensPerRun", "Tokens", "In and out, over all steps."),
      field("usdPerRun", "US dollars", "What those tokens cost, by the prices below.", { isMoney: true }),
      field("activeMsPerRun", "Minutes at work", "Waiting for an approval does not count.", { unit: MINUTE_MS }),
    ],
  },
  {
    title: "One member, a day",
    fields: [
      field("memberCallsPerDay", "Tool calls", "From 00:00 to 24:00 UTC."),
      field("memberTokensPerDay", "Tokens", "From 00:00 to 24:00 UTC."),
      field("memberUsdPerDay", "US dollars", "From 00:00 to 24:00 UTC.", { isMoney: true }),
    ],
  },
  {
    title: "All members together, a day",
    fields: [
      field("organizationCallsPerDay", "Tool calls", "From 00:00 to 24:00 UTC."),
      field("organizationTokensPerDay", "Tokens", "From 00:00 to 24:00 UTC."),
      field("organizationUsdPerDay", "US dollars", "From 00:00 to 24:00 UTC.", { isMoney: true }),
    ],
  },
  {
    title: "Scheduled work",
    fields: [field("scheduledRunsAtOnce", "Runs at once", "The others wait their turn, the oldest first.", { mayBeEmpty: false })],
  },
  {
    title: "Files",
    fields: [field("workspaceBytes", "MiB in the workspace", "Beyond it no file grows; kept versions do not count.", { unit: MIB })],
  },
];

function field(
  name: keyof Limits,
  label: string,
  hint: string,
  more: { unit?: number; isMoney?: boolean; mayBeEmpty?: boolean } = {},
): LimitField {
  const { unit = 1, isMoney = false, mayBeEmpty = true } = more;
  return { name, label, hint: mayBeEmpty ? `${hint} Empty: no limit.` : hint, unit, isMoney, mayBeEmpty };
}

/** What a field shows of a limit; empty for none. */
export function shownLimit(limits: Limits, { name, unit, isMoney }: LimitField): string {
  const value = limits[name];
  return value === null ? "" : String(Number((value / unit).toFixed(isMoney ? 6 : 2)));
}

/** What the form says, as the API takes it. What is no number is sent as it is: the API says what is wrong, by field. */
export function readLimits(form: FormData): Record<string, unknown> {
  const fields = LIMIT_GROUPS.flatMap((group) => group.fields);
  return Object.fromEntries(fields.map((field) => [field.name, readAmount(String(form.get(field.name) ?? ""), field)]));
}

function readAmount(text: string, { unit, isMoney }: LimitField): number | string | null {
  const written = text.trim();
  if (written === "") return null;
  const amount = Number(written);
  if (!Number.isFinite(amount)) return written;
  return isMoney ? amount : Math.round(amount * unit);
}
