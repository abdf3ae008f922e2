import type { PlayedCall } from "../played-call.ts";
import type { ScriptedStep } from "../script.ts";

export interface OfferedTool {
  name: string;
  schema: unknown;
}

/** What the server needs of a request, whichever the wire format. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  tools: OfferedTool[];
  /** Text of the last user message. */
  user: string;
  /** Texts of the tool results after it. */
  results: string[];
  /** Their number; more than `results` when earlier ones live on the server (`previous_response_id`). */
  done: number;
  usageWanted: boolean;
  /** The client asked for reasoning that it can send back itself (`include: ["reasoning.encrypted_content"]`). */
  encryptedReasoningWanted: boolean;
}

export interface Usage {
  input: number;
  output: number;
}

export interface Answer {
  text: string;
  reasoning: string;
  calls: PlayedCall[];
  usage: Usage | null;
  finish: NonNullable<ScriptedStep["finish"]>;
  content: ScriptedStep["content"];
}

/** One answer being written. `head` once, then `reasoning`, `token` for each, `calls`, and `tail` or `error`; or `whole` without streaming. */
export interface Wire {
  head(): string;
  reasoning(text: string): string;
  token(text: string): string;
  calls(calls: readonly PlayedCall[]): string;
  error(code: string, message: string): string;
  tail(answer: Answer): string;
  whole(answer: Answer): string;
}

export interface WireFormat {
  contentType: string;
  read(body: JsonObject): ModelRequest;
  /** Why the real service would refuse this history with 400; null when it would not. */
  refusal(body: JsonObject): string | null;
  open(request: ModelRequest, content: ScriptedStep["content"]): Wire;
}

export type JsonObject = Record<string, unknown>;

export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((item): item is JsonObject => typeof item === "object" && item !== null) : [];
}

export function object(value: unknown): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

/** The text of a message's content: a string, or parts that carry text. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return objects(content)
      .map((part) => (typeof part.text === "string" ? part.text : ""))
      .join("");
  return content === null || content === undefined ? "" : JSON.stringify(content);
}

/** The last user message and the tool results after it, of a list of messages with roles. */
export function sinceUser(messages: JsonObject[]): Pick<ModelRequest, "user" | "results" | "done"> {
  const last = messages.findLastIndex((message) => message.role === "user");
  const results = messages
    .slice(last + 1)
    .filter((message) => message.role === "tool")
    .map((message) => textOf(message.content));
  return { user: textOf(messages[last]?.content), results, done: results.length };
}

/** Argument text is streamed in pieces, as the services do. */
export function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,24}/g) ?? [];
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
