import type { LanguageModelV4StreamPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import { storableText } from "#lib/storable.ts";
import { readArguments } from "#lib/tool-calls/read-arguments.ts";
import type { AssistantMessage } from "./step-types.ts";
import { type Split, ThinkTags } from "./think-tags.ts";
import { wireToolName } from "./wire-tool-name.ts";

type Content = AssistantMessage["content"];
type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;
type Warnings = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"];

/** The block of thoughts that came as text; no provider gives a block this name. */
const THOUGHTS = "think-tags";

/** Twice what any model writes in one answer; beyond it, it repeats itself without end, and a page has to show it. */
const MAX_SAID_CHARS = 1_000_000;
/** Room for several files of 1 MiB. */
const MAX_ARGUMENT_CHARS = 8 * 1024 * 1024;
/** As many as a run can be allowed. */
const MAX_CALLS = 1_000;
/** No tool's name is half as long. */
const MAX_NAME_CHARS = 200;

/** A text or reasoning block that is being said. It gets its chunk id with its first words: providers open blocks that stay empty. */
interface Block {
  type: "text" | "reasoning";
  part: { type: "text" | "reasoning"; text: string; providerOptions?: SharedV4ProviderOptions };
  chunkId: string | undefined;
  /** The first half of a surrogate pair whose other half comes with the next delta. */
  half: string;
}

interface AssembledCall {
  toolCallId: string;
  providerCallId: string;
  name: string;
  rawArguments: string;
  isProviderExecuted: boolean;
  /** The provider gave the whole call; false while its arguments arrive, and for good when the answer ended before. */
  isWhole: boolean;
}

/** Turns a provider's stream parts into UI message chunks and into the message that is stored. One for each attempt at a step. */
export class StepAssembler {
  readonly calls: AssembledCall[] = [];
  warnings: Warnings = [];
  finish: Finish | undefined;
  /** The first error in the stream; what comes after it is not read. */
  error: { value: unknown } | undefined;
  /** The server says that it cut this at its limit, also where the provider's code says something else. */
  saysCut = false;
  text = "";
  reasoningChars = 0;
  #argumentChars = 0;
  readonly #content: Content = [];
  readonly #blocks = new Map<string, Block>();
  readonly #push: (chunk: UIMessageChunk) => void;
  readonly #newToolCallId: (providerCallId: string) => string;
  readonly #thinkTags = new ThinkTags();
  #chunkIds = 0;

  constructor(push: (chunk: UIMessageChunk) => void, newToolCallId: (providerCallId: string) => string) {
    this.#push = push;
    this.#newToolCallId = newToolCallId;
  }

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case "text-delta":
        this.#sayText(part.id, this.#thinkTags.take(part.delta), part.providerMetadata);
        break;
      case "reasoning-delta":
        this.#say("reasoning", part.id, part.delta, part.providerMetadata);
        break;
      case "text-start":
        this.#open("text", part.id, part.providerMetadata);
        break;
      case "reasoning-start":
        this.#open("reasoning", part.id, part.providerMetadata);
        break;
      case "text-end":
        this.#sayText(part.id, this.#thinkTags.end(), undefined);
        this.#close(part.id, part.providerMetadata);
        break;
      case "reasoning-end":
        this.#close(part.id, part.providerMetadata);
        break;
      case "tool-input-start":
        this.#startCall(part.id, part.toolName, part.providerExecuted ?? false);
        break;
      case "tool-input-delta":
        this.#extendCall(part.id, part.delta);
        break;
      case "tool-call":
        this.#completeCall(part);
        break;
      case "stream-start":
        this.warnings = part.warnings;
        break;
      case "finish":
        this.finish = part;
        break;
      case "error":
        this.error ??= { value: part.error };
        break;
      case "raw":
        this.saysCut ||= isCutLine(part.rawValue);
        break;
      default:
      // Sources, files, results of the provider's own tools, response facts, pings: we offer nothing that makes the first three.
    }
  }

  /** Nothing more is taken: the answer has no end. */
  get isFull(): boolean {
    const said = this.text.length + this.reasoningChars;
    return said > MAX_SAID_CHARS || this.#argumentChars > MAX_ARGUMENT_CHARS || this.calls.length > MAX_CALLS;
  }

  /** Closes what is open after a normal end. Calls whose provider never completed them stand with what there is of their arguments. */
  end(): void {
    this.#closeBlocks();
    for (const call of this.calls) if (!call.isWhole) this.#announce(call, undefined);
  }

  /** Closes what is open after a failure or a stop: no call of this answer will run, and the page must not show one as waiting. */
  breakOff(reason: string): void {
    this.#closeBlocks();
    for (const { toolCallId, name, rawArguments, isWhole } of this.calls) {
      if (isWhole) this.#push({ type: "tool-output-error", toolCallId, errorText: reason });
      else this.#push({ type: "tool-input-error", toolCallId, toolName: name, input: storableText(rawArguments), errorText: reason });
    }
  }

  /** The whole message; null when there is nothing in it that could be sent again. */
  message(): AssistantMessage | null {
    const content = this.#content.filter(isWorthSending);
    return content.some((part) => part.type !== "reasoning") ? { role: "assistant", content } : null;
  }

  /** The text without calls and reasoning: what may stand in a history without answers to its calls. */
  textMessage(): AssistantMessage | null {
    const content = this.#content
      .filter((part) => part.type === "text" && part.text !== "")
      .map((part) => ({ type: "text" as const, text: "text" in part ? part.text : "" }));
    return content.length > 0 ? { role: "assistant", content } : null;
  }

  #sayText(id: string, { thought, text }: Split, providerOptions: SharedV4ProviderOptions | undefined): void {
    this.#say("reasoning", THOUGHTS, thought, undefined);
    if (text !== "") this.#close(THOUGHTS, undefined);
    this.#say("text", id, text, providerOptions);
  }

  #open(type: Block["type"], id: string, providerOptions: SharedV4ProviderOptions | undefined): Block {
    const block: Block = { type, part: { type, text: "", ...(providerOptions && { providerOptions }) }, chunkId: undefined, half: "" };
    this.#blocks.set(id, block);
    this.#content.push(block.part);
    return block;
  }

  #say(type: Block["type"], id: string, delta: string, providerOptions: SharedV4ProviderOptions | undefined): void {
    const known = this.#blocks.get(id);
    if (delta === "" && !providerOptions) return;
    const block = known ?? this.#open(type, id, undefined);
    if (providerOptions) block.part.providerOptions = providerOptions;
    const words = wholeCharacters(block, delta);
    if (words === "") return;
    if (block.chunkId === undefined) {
      block.chunkId = `${type}-${this.#chunkIds++}`;
      this.#push({ type: `${type}-start`, id: block.chunkId });
    }
    block.part.text += words;
    if (type === "text") this.text += words;
    else this.reasoningChars += words.length;
    this.#push({ type: `${type}-delta`, id: block.chunkId, delta: words });
  }

  #close(id: string, providerOptions: SharedV4ProviderOptions | undefined): void {
    const block = this.#blocks.get(id);
    if (!block) return;
    this.#blocks.delete(id);
    if (providerOptions) block.part.providerOptions = providerOptions;
    if (block.chunkId !== undefined) this.#push({ type: `${block.type}-end`, id: block.chunkId });
  }

  #closeBlocks(): void {
    this.#sayText(THOUGHTS, this.#thinkTags.end(), undefined);
    for (const id of [...this.#blocks.keys()]) this.#close(id, undefined);
  }

  #startCall(providerCallId: string, givenName: string, isProviderExecuted: boolean): AssembledCall {
    const name = storableText(givenName.slice(0, MAX_NAME_CHARS));
    const call = {
      toolCallId: this.#newToolCallId(providerCallId),
      providerCallId,
      name,
      rawArguments: "",
      isProviderExecuted,
      isWhole: false,
    };
    this.calls.push(call);
    this.#push({ type: "tool-input-start", toolCallId: call.toolCallId, toolName: name });
    return call;
  }

  /** Under an id that several open calls have, the youngest is meant; what `tool-call` says later is what counts. */
  #extendCall(providerCallId: string, delta: string): void {
    const call = this.calls.findLast((candidate) => candidate.providerCallId === providerCallId && !candidate.isWhole);
    if (!call || delta === "") return;
    call.rawArguments += delta;
    this.#argumentChars += delta.length;
    this.#push({ type: "tool-input-delta", toolCallId: call.toolCallId, inputTextDelta: storableText(delta) });
  }

  #completeCall(part: Extract<LanguageModelV4StreamPart, { type: "tool-call" }>): void {
    const open = this.calls.filter((candidate) => candidate.providerCallId === part.toolCallId && !candidate.isWhole);
    const call =
      open.find((candidate) => candidate.rawArguments === part.input) ?? open[0] ?? this.#startCall(part.toolCallId, part.toolName, false);
    this.#argumentChars += Math.max(0, part.input.length - call.rawArguments.length);
    call.rawArguments = part.input;
    call.isProviderExecuted ||= part.providerExecuted ?? false;
    this.#announce(call, part.providerMetadata);
  }

  #announce(call: AssembledCall, providerOptions: SharedV4ProviderOptions | undefined): void {
    const { toolCallId, name, rawArguments } = call;
    const read = readArguments(rawArguments);
    call.isWhole = true;
    this.#push({ type: "tool-input-available", toolCallId, toolName: name, input: read.ok ? read.input : storableText(rawArguments) });
    // Several servers refuse, or break on, a history whose arguments are no object.
    this.#content.push({
      type: "tool-call",
      toolCallId,
      toolName: wireToolName(name),
      input: read.ok ? read.input : {},
      ...(providerOptions && { providerOptions }),
    });
  }
}

/** Ollama's last line. Its provider calls every answer with calls in it finished. */
function isCutLine(line: unknown): boolean {
  return typeof line === "object" && line !== null && "done_reason" in line && line.done_reason === "length";
}

/** What can be stored of a delta: providers cut where it suits them, also in the middle of an emoji. */
function wholeCharacters(block: Block, delta: string): string {
  const text = block.half + delta;
  const last = text.charCodeAt(text.length - 1);
  block.half = last >= 0xd800 && last <= 0xdbff ? text.slice(-1) : "";
  return storableText(block.half ? text.slice(0, -1) : text);
}

/**
 * Empty blocks say nothing. A reasoning item of OpenAI's without its sealed content was stored nowhere, and naming it makes the next
 * request fail.
 */
function isWorthSending(part: Content[number]): boolean {
  if (part.type === "text") return part.text !== "";
  if (part.type !== "reasoning") return true;
  const openai = part.providerOptions?.openai;
  return openai?.itemId ? Boolean(openai.reasoningEncryptedContent) : part.text !== "";
}
