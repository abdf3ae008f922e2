import type { Rule } from "#lib/policies/policy.ts";

/** What a rule does, as one sentence of plain words; its `reason` says why. */
export function ruleWords(rule: Rule): string {
  const parts = [VERBS[rule.effect], what(rule), who(rule), where(rule), reading(rule), conditions(rule)].filter(Boolean);
  return `${parts.join(" ")}.`;
}

/** Who must agree before an asked call runs. Empty for rules that do not ask. */
export function requirementWords({ effect, requirement = {} }: Rule): string {
  if (effect !== "ask") return "";
  const { approvals = 1, roles = ["owner", "admin", "approver"], excludeRequester = false, expiresAfterMs } = requirement;
  const people = approvals === 1 ? "One person" : `${approvals} people`;
  const others = excludeRequester ? ", not the person who asked," : "";
  const silence = expiresAfterMs === undefined ? "Waits without limit." : `Closes unanswered after ${spanWords(expiresAfterMs)}.`;
  return `${people} with the role ${orWords(roles)}${others} must agree. ${silence}`;
}

/** The tool that a rule is listed under. */
export function subjectOf({ tool }: Rule): string {
  return tool ?? "Every tool";
}

const VERBS: Record<Rule["effect"], string> = { allow: "Allows", ask: "Asks before", deny: "Denies" };
const EFFECTS = { read: "reading", write: "writing", irreversible: "what cannot be undone" };
const ENTRY_POINTS = { chat: "chats", schedule: "schedules", api: "the API", mcp: "MCP clients", webhook: "webhooks" };
const OUTSIDE = { web: "a web page", mcp: "an answer of an MCP server", webhook: "what its webhook was sent" };
const OPERATORS: Record<NonNullable<Rule["when"]>[number]["op"], string> = {
  equals: "is",
  "not-equals": "is not",
  "one-of": "is one of",
  "starts-with": "starts with",
  "not-starts-with": "does not start with",
  contains: "contains",
  "host-is": "has the host",
  present: "is given",
  absent: "is not given",
};

function what({ effect, tool, effectClass }: Rule): string {
  const name = tool === undefined ? "every tool" : tool.endsWith("*") ? `tools whose name begins with ${tool.slice(0, -1)}` : tool;
  if (effectClass === undefined) return name;
  const classes = [effectClass].flat();
  // Who denies what can be undone means what cannot as well.
  const meant = effect === "deny" && classes.includes("write") ? [...new Set([...classes, "irreversible" as const])] : classes;
  return `${name}, for ${orWords(meant.map((each) => EFFECTS[each]))},`;
}

function who({ effect, roles }: Rule): string {
  const preposition = effect === "ask" ? "for" : "to";
  return roles ? `${preposition} the role ${orWords(roles)}` : `${preposition} everyone`;
}

function where({ entryPoints }: Rule): string {
  return entryPoints ? `from ${orWords(entryPoints.map((entryPoint) => ENTRY_POINTS[entryPoint]))}` : "";
}

function reading({ afterReading }: Rule): string {
  return afterReading ? `once the run has read ${orWords(afterReading.map((kind) => OUTSIDE[kind]))}` : "";
}

function conditions({ when = [] }: Rule): string {
  if (when.length === 0) return "";
  const said = when.map(({ pointer, op, value }) => {
    const argument = pointer === "" ? "the whole input" : `"${pointer.slice(1)}"`;
    return `${argument} ${OPERATORS[op]}${value === undefined ? "" : ` ${JSON.stringify(value)}`}`;
  });
  return `when ${said.join(" and ")}`;
}

function orWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const UNITS = [
  [86_400_000, "day"],
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;

function spanWords(spanMs: number): string {
  const [unitMs, unit] = UNITS.find(([each]) => spanMs % each === 0) ?? [1, "millisecond"];
  const amount = spanMs / unitMs;
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
