import { readdir } from "node:fs/promises";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createUIMessageStreamResponse, isStepCount, jsonSchema, streamText, tool, toUIMessageStream } from "ai";

// The bare route that the figures compare with: the AI SDK as its documentation shows it, no session, no history, nothing stored.
const provider = createOpenAICompatible({ name: "bench", baseURL: process.env.OPENAI_BASE_URL ?? "", apiKey: "any", includeUsage: true });

const tools = {
  file_system: tool({
    description: "Lists a folder.",
    inputSchema: jsonSchema({ type: "object", properties: { action: { type: "string" }, path: { type: "string" } } }),
    execute: async () => JSON.stringify(await readdir(process.env.DATA_DIR ?? ".")),
  }),
};

export async function POST(request: Request): Promise<Response> {
  const { text, model } = (await request.json()) as { text: string; model: string };
  const result = streamText({ model: provider.chatModel(model), prompt: text, tools, stopWhen: isStepCount(20) });
  return createUIMessageStreamResponse({ stream: toUIMessageStream({ stream: result.stream }) });
}
