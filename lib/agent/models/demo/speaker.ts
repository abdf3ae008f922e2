import type { LanguageModelV4TextPart } from "@ai-sdk/provider";

/**
 * What somebody said, behind their name. A model reads that itself; the demo, whose rules take a message whole, is told how much of it the name is.
 */
export function withSpeaker(name: string, said: string): LanguageModelV4TextPart {
  const before = `${name}: `;
  return { type: "text", text: `${before}${said}`, providerOptions: { demo: { nameChars: before.length } } };
}

/** What was said, without a name before it. */
export function withoutSpeaker({ text, providerOptions }: LanguageModelV4TextPart): string {
  const { nameChars } = providerOptions?.demo ?? {};
  return typeof nameChars === "number" ? text.slice(nameChars) : text;
}
