import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";

type Tools = AgentSettings["tools"];

export const MODE_WORDS: Record<AgentSettings["approvalMode"], string> = {
  organization: "As the rules say",
  ask: "Asks before everything that changes something",
  "reads-only": "Only reads",
};

export const EFFECT_WORDS: Record<Tools["deny"]["effects"][number], string> = {
  read: "calls that read",
  write: "calls that write",
  irreversible: "calls that cannot be undone",
};

/** Which tools an agent has, in a sentence. */
export function toolsWords({ allow, deny }: Tools): string {
  const allowed = allow === null ? "Every tool that the rules allow" : listWords(allow) || "No tools";
  const denied = listWords(deny);
  return denied ? `${allowed}; never ${denied}` : allowed;
}

function listWords({ names, effects }: Tools["deny"]): string {
  return [...names, ...effects.map((effect) => EFFECT_WORDS[effect])].join(", ");
}
