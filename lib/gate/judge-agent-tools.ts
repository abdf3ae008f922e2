import { deniesEffect, hasName } from "#lib/agent-profiles/agent-bounds.ts";
import type { AgentSettings } from "#lib/agent-profiles/agent-settings.ts";
import { AppError } from "#lib/errors.ts";
import { EFFECTS, type Effect } from "#lib/tools/define-tool.ts";
import { effectsOf } from "./effects-of.ts";
import { getTool } from "./registry.ts";

/**
 * Refuses lists that contradict themselves: an entry that is allowed and denied, and an agent that is given tools of which nothing is left. To give it
 * none is no contradiction: `allow` with two empty lists. Names of tools that there are not (yet) count as far as their name goes.
 * @throws AppError 400 `invalid_request`
 */
export function judgeAgentTools({ tools: { allow, deny }, approvalMode }: Pick<AgentSettings, "tools" | "approvalMode">): void {
  const twice = [
    ...(allow?.names ?? []).filter((name) => hasEqual(deny.names, name)),
    ...(allow?.effects ?? []).filter((effect) => deny.effects.includes(effect)),
  ];
  if (twice.length > 0) throw contradiction(`${twice.join(", ")} is allowed and denied. Deny wins, so take it out of one of the lists.`);
  const isDenied = (effect: Effect) => deniesEffect(deny, effect) || (approvalMode === "reads-only" && effect !== "read");
  const isGone = (name: string) =>
    deny.names.some((pattern) => hasName({ names: [pattern], effects: [] }, name)) || possible(name).every(isDenied);
  const left =
    allow === null
      ? !deny.names.includes("*") && !EFFECTS.every(isDenied)
      : allow.names.some((name) => !isGone(name)) || allow.effects.some((effect) => !isDenied(effect));
  const isEmpty = allow !== null && allow.names.length + allow.effects.length === 0;
  if (left || isEmpty) return;
  throw contradiction("Everything that it may use is denied again. Deny less, or allow nothing: an agent without tools can still talk.");
}

function hasEqual(names: readonly string[], name: string): boolean {
  return names.some((other) => other.toLowerCase() === name.toLowerCase());
}

/** Of a tool that is not there, or of many, every effect may be. */
function possible(name: string) {
  const tool = getTool(name);
  return tool ? effectsOf(tool) : EFFECTS;
}

function contradiction(message: string): AppError {
  return new AppError("invalid_request", message, { issues: [{ path: "tools", message }] });
}
