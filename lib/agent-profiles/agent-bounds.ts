import type { AgentId } from "#lib/ids.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { AgentSettings, AgentTools } from "./agent-settings.ts";

/** What an agent may do now, whatever it was told when the run began. */
export interface AgentBounds extends Pick<AgentSettings, "tools" | "approvalMode"> {
  id: AgentId;
  name: string;
  /** Of its settings, the one in force. */
  version: number;
  /** Why it may do nothing, in a sentence; null: it is on. */
  off: string | null;
}

/** What stands as the rule of a call that an agent's settings decided. */
export function agentRule({ name }: Pick<AgentBounds, "name">): string {
  return `agent:${name}`;
}

/** Why an agent may not make a call, in a sentence; null: it may. Its name and its effect are looked at, whatever else the tool is. */
export function agentObjection({ name, off, tools, approvalMode }: AgentBounds, tool: string, effect: Effect): string | null {
  if (off !== null) return off;
  if (approvalMode === "reads-only" && effect !== "read")
    return `The agent ${name} only reads, and this call of ${tool} would change something.`;
  const { allow, deny } = tools;
  if (hasName(deny, tool)) return `The agent ${name} may not use ${tool}.`;
  if (deniesEffect(deny, effect)) return `The agent ${name} may not make calls of ${tool} with the effect ${effect}.`;
  if (allow === null || hasName(allow, tool) || allow.effects.includes(effect)) return null;
  return `${tool} is not among the tools that the agent ${name} may use${allow.effects.length > 0 ? ` for calls with the effect ${effect}` : ""}.`;
}

type ToolList = AgentTools["deny"];

/** As for a rule that denies: who may not do what can be undone may not do what cannot, or a tool that sends would be left as a twin. */
export function deniesEffect({ effects }: ToolList, effect: Effect): boolean {
  return effects.includes(effect) || (effect === "irreversible" && effects.includes("write"));
}

export function hasName({ names }: ToolList, tool: string): boolean {
  return names.some((pattern) => matchesName(pattern, tool));
}

function matchesName(pattern: string, tool: string): boolean {
  const [wanted, name] = [pattern.toLowerCase(), tool.toLowerCase()];
  return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
}
