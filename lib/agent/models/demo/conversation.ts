import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { withoutSpeaker } from "./speaker.ts";

/** A call of this turn with what the tool answered, as the model reads it. */
export interface Exchange {
  tool: string;
  input: unknown;
  result: string;
}

/** What the demo looks at: the last message of a person, and what happened since. */
export interface Conversation {
  message: string;
  exchanges: Exchange[];
  /** Names of the offered tools. */
  tools: ReadonlySet<string>;
  /** IANA zone that the instructions name, else this machine's. */
  timeZone: string;
}

export function readConversation({ prompt, tools = [] }: Pick<LanguageModelV4CallOptions, "prompt" | "tools">): Conversation {
  const last = prompt.findLastIndex((message) => message.role === "user");
  const user = prompt[last];
  return {
    message: user?.role === "user" ? user.content.map((part) => (part.type === "text" ? withoutSpeaker(part) : "")).join("\n") : "",
    exchanges: exchangesIn(prompt.slice(last + 1)),
    tools: new Set(tools.map((tool) => tool.name)),
    timeZone: zoneIn(prompt),
  };
}

function exchangesIn(messages: LanguageModelV4Prompt): Exchange[] {
  const results = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== "tool") continue;
    for (const part of message.content) if (part.type === "tool-result") results.set(part.toolCallId, textOf(part.output));
  }
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return [];
    const calls = message.content.filter((part) => part.type === "tool-call");
    return calls.map((call) => ({ tool: call.toolName, input: call.input, result: results.get(call.toolCallId) ?? "" }));
  });
}

type ToolOutput = Extract<Extract<LanguageModelV4Prompt[number], { role: "tool" }>["content"][number], { type: "tool-result" }>["output"];

function textOf(output: ToolOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "execution-denied":
      return `REFUSED [approval_denied]: ${output.reason ?? ""}`;
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    default:
      return JSON.stringify(output.value);
  }
}

function zoneIn(prompt: LanguageModelV4Prompt): string {
  const system = prompt.find((message) => message.role === "system");
  const named = system ? /time ?zone\W{1,4}((?:[A-Za-z]+\/[A-Za-z_/+-]+)|UTC)/i.exec(String(system.content))?.[1] : undefined;
  return named ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
