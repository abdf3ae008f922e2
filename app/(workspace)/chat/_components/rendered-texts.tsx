import { Markdown } from "#components/markdown/markdown.tsx";
import type { ChatMessage } from "#lib/chats/chat-view.ts";
import { CUT_ABOVE } from "./text-limits.ts";
import type { RenderedTexts } from "./thread-entry.tsx";

/** The texts of finished messages as elements, made on the server, so that reading a chat needs no parser in the browser. */
export function renderTexts(messages: readonly ChatMessage[]): RenderedTexts {
  return Object.fromEntries(messages.filter(({ metadata }) => !metadata.isPartial).map((message) => [message.id, textsOf(message)]));
}

function textsOf({ role, parts }: ChatMessage): RenderedTexts[string] {
  const texts = parts.flatMap((part, index) =>
    // Cut ones are shown as they are.
    part.type === "text" && part.text.trim() !== "" && part.text.length <= CUT_ABOVE[role === "user" ? "user" : "assistant"]
      ? [[index, part.text] as const]
      : [],
  );
  return Object.fromEntries(texts.map(([index, text]) => [index, <Markdown key={index} text={text} />]));
}
