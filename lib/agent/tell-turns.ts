import type { LanguageModelV4Message } from "@ai-sdk/provider";

/** Between two turns, and for the mark of a cut. */
const SPARE_CHARS = 3;

/**
 * Turns as one text of about `maxChars` characters at most. Where they have more, the longest are cut at their end, all to the same length: a short
 * message is never crowded out by a long one, and no message is left out.
 */
export function tellTurns(turns: readonly LanguageModelV4Message[], maxChars: number): string {
  const texts = turns.map(asText);
  const most = longestThatFits(
    texts.map(({ length }) => length),
    maxChars - SPARE_CHARS * texts.length,
  );
  return texts.map((text) => (text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`)).join("\n\n");
}

/** The length to which texts have to be cut so that all of them fit into `room`. */
function longestThatFits(lengths: readonly number[], room: number): number {
  let left = Math.max(0, room);
  for (const [at, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return share;
    left -= length;
  }
  return Number.POSITIVE_INFINITY;
}

function asText({ role, content }: LanguageModelV4Message): string {
  const parts = typeof content === "string" ? [content] : content.flatMap(partText);
  return `${role}: ${parts.join("\n")}`;
}

function partText(part: Exclude<LanguageModelV4Message["content"], string>[number]): string[] {
  switch (part.type) {
    case "text":
      return [part.text];
    case "tool-call":
      return [`(calls ${part.toolName} with ${JSON.stringify(part.input)})`];
    case "tool-result":
      return part.output.type === "text" ? [`(${part.toolName} answers) ${part.output.value}`] : [];
    default:
      return [];
  }
}
