import type { ListedTool, ToolVerdict } from "#lib/gate/index.ts";

/**
 * What a person should know before the first message: which tools act at once and which wait for somebody, by the rules in force for them.
 */
export function askFirstWords(tools: readonly ListedTool[]): string[] {
  const says = (verdict: ToolVerdict["verdict"]) => (tool: ListedTool) => tool.verdicts.some((one) => one.verdict === verdict);
  const asking = tools.filter(says("ask")).map(({ title }) => title);
  // What is denied of a tool says nothing of the rest.
  const acting = tools.filter((tool) => says("allow")(tool) && !says("ask")(tool)).map(({ title }) => title);
  if (tools.length === 0) return ["No tool is open to you here: answers are words alone."];
  const sentences = [
    acting.length > 0 && `${wordList(acting)} ${acting.length === 1 ? "works" : "work"} without asking.`,
    asking.length > 0 && `${wordList(asking)} may first wait for a person to say yes.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function wordList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
