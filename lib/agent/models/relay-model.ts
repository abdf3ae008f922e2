import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { ModelChoice } from "./model-choice.ts";

/** A call that a client outside makes by itself. */
export interface RelayedCall {
  tool: string;
  arguments: Record<string, unknown>;
}

/** The message of a run that carries such calls: for people to read, and for `relayModel` to read back. */
export function relayedText(calls: readonly RelayedCall[]): string {
  return `An MCP client calls ${calls.map(({ tool }) => tool).join(", ")}:\n${JSON.stringify(calls)}`;
}

/** Nothing was asked of a model. */
const NO_USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: undefined, reasoning: undefined },
};

/**
 * The client in the model's place: asks for the calls that the last message carries, and ends when they have their results. So a call that comes from
 * outside is a run like any other, with its gate, its approvals and its record, and goes on in another process like any other.
 */
export function relayModel(): ModelChoice {
  return {
    id: "mcp-client",
    label: "An MCP client",
    provider: "relay",
    isDemo: false,
    languageModel: relayLanguageModel,
    providerOptions: {},
    contextTokens: null,
  };
}

const relayLanguageModel: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "relay",
  modelId: "mcp-client",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("A relayed call is streamed.")),
  async doStream({ prompt }) {
    return {
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          for (const part of partsOf(carriedBy(prompt))) controller.enqueue(part);
          controller.close();
        },
      }),
    };
  },
};

function* partsOf(calls: readonly RelayedCall[]): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  for (const [index, call] of calls.entries()) {
    const id = `call_${index}`;
    const input = JSON.stringify(call.arguments);
    yield { type: "tool-input-start", id, toolName: call.tool };
    yield { type: "tool-input-delta", id, delta: input };
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName: call.tool, input };
  }
  if (calls.length === 0) {
    yield { type: "text-start", id: "text" };
    yield { type: "text-delta", id: "text", delta: "The client has its answer." };
    yield { type: "text-end", id: "text" };
  }
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  yield { type: "finish", finishReason: { unified, raw: "relayed" }, usage: NO_USAGE };
}

/** None: the calls were made, and what stands last are their results. */
function carriedBy(prompt: LanguageModelV4Prompt): RelayedCall[] {
  const last = prompt.at(-1);
  if (last?.role !== "user") return [];
  const text = last.content.map((part) => (part.type === "text" ? part.text : "")).join("");
  // The last line: a name may have been sent with line breaks in it, and JSON has none.
  return JSON.parse(text.slice(text.lastIndexOf("\n") + 1)) as RelayedCall[];
}
