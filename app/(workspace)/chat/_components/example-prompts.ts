import { DEMO_PROMPTS } from "#lib/agent/models/index.ts";
import type { ListedTool } from "#lib/gate/index.ts";

const SHOWN = 6;

/** What one may begin with: examples of calls that are open to whoever looks, here and now. */
export function examplePrompts(tools: readonly Pick<ListedTool, "name" | "verdicts">[]): string[] {
  const open = new Set(
    tools.flatMap(({ name, verdicts }) => verdicts.filter(({ verdict }) => verdict !== "deny").map(({ effect }) => `${name} ${effect}`)),
  );
  return DEMO_PROMPTS.en
    .filter(({ tool, effect }) => open.has(`${tool} ${effect}`))
    .map(({ text }) => text)
    .slice(0, SHOWN);
}
