import type { ListedTool } from "#lib/gate/index.ts";

/**
 * What a person should know before the first message: which tools act at once and which wait for somebody, by the rules in force for them.
 */
export function askFirstWords(tools: readonly ListedTool[]): string[] {
  const asking = tools.filter(({ verdicts }) => verdicts.some(({ verdict }) => verdict === "ask")).map(({ title }) => title);
  const acting = tools.filter(({ verdicts }) => verdicts.every(({ verdict }) => verdict === "allow")).map(({ title }) => title);
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
