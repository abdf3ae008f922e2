import { EFFECTS, type Effect } from "#lib/tools/define-tool.ts";
import type { RegisteredTool } from "./registered-tool.ts";

/** The effects that calls of a tool can have: where the arguments decide, every one up to its strongest. */
export function effectsOf({ effect, effectOf }: Pick<RegisteredTool, "effect" | "effectOf">): readonly Effect[] {
  return effectOf ? EFFECTS.slice(0, EFFECTS.indexOf(effect) + 1) : [effect];
}
