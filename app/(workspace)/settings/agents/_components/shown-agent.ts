import type { AgentView } from "#lib/agent-profiles/agent-view.ts";

/** As much of an agent as the browser is sent. */
export type ShownAgent = Omit<AgentView, "id" | `${"created" | "updated"}${string}`> & { id: string };

export function shownAgent(agent: AgentView): ShownAgent {
  const { createdAt: _, createdBy: __, createdByName: ___, updatedAt: ____, updatedBy: _____, updatedByName: ______, ...shown } = agent;
  return shown;
}
