import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import { ProviderStreamError } from "../provider-stream-error.ts";
import type { Protocol, Reading } from "./fetch-answer.ts";
import { argumentText, count, errorIn, isNone, isObject, type JsonObject, parseMessage, wordsOfError } from "./message-json.ts";

type Part = LanguageModelV4StreamPart;
type Block = "text" | "reasoning";

/** What is kept of a request's `usage`, in the form of OpenAI's chat completions. */
export interface ChatUsage {
  prompt_tokens: number | undefined;
  completion_tokens: number | undefined;
  prompt_tokens_details?: { cached_tokens: number | undefined };
  completion_tokens_details?: { reasoning_tokens: number | undefined };
}

/** How an answer ended, in its server's words. */
export interface ChatEnd {
  finishReason: string;
  /** The model declined, in words. */
  hasRefusal: boolean;
  usage: ChatUsage | undefined;
}

/**
 * An answer in OpenAI's chat completions, as servers send it, each in its own way: numbers as texts, arguments as an object, `error: null`, a
 * chunk without choices, a whole `message`. What a chunk means beyond doubt is taken. Only one choice is read, and nothing after
 * `[DONE]`. An answer without a finish reason ends without a `finish` part.
 */
export class ChatCompletions implements Protocol<Part> {
  readonly framing = "events";
  readonly #finishOf: (end: ChatEnd) => Part;
  readonly #calls: NamedCalls;
  #parts: Part[];
  /** We ask for one choice; a server that sends several must not mix them up into one text. */
  #choice: string | undefined;
  /** Whether a finish reason has come. Servers that give one with every chunk say nothing by it. */
  #finish: "none" | "given" | "meaningless" = "none";
  /** What has come piece by piece. Some servers repeat it in a whole message at the end. */
  readonly #said = new Set<string>();
  #open: Block | undefined;
  #finishReason: string | undefined;
  #hasRefusal = false;
  #usage: ChatUsage | undefined;

  /** `opening`: said before all else. `metadataKey`: where a part keeps what its server sealed, for that server to get it back. */
  constructor(opening: readonly Part[], metadataKey: string, finishOf: (end: ChatEnd) => Part) {
    this.#parts = [...opening];
    this.#finishOf = finishOf;
    this.#calls = new NamedCalls(metadataKey, (part) => this.#parts.push(part));
  }

  read(message: string): Reading<Part> {
    if (message.trim() === "[DONE]") return { say: this.end(), isLast: true };
    const chunk = parseMessage(message);
    const error = errorIn(chunk);
    if (error !== undefined) this.#parts.push({ type: "error", error: plainError(error) });
    else this.#orError(() => this.#readChunk(chunk));
    return { say: this.#take(), isLast: false, mayEnd: this.#finish === "given", goesOn: Array.isArray(chunk.choices) };
  }

  end(): readonly Part[] {
    const finishReason = this.#finishReason;
    if (finishReason !== undefined) this.#orError(() => this.#finishWith(finishReason));
    return this.#take();
  }

  #finishWith(finishReason: string): void {
    this.#openBlock(undefined);
    this.#calls.end();
    this.#parts.push(this.#finishOf({ finishReason, hasRefusal: this.#hasRefusal, usage: this.#usage }));
  }

  /** What was said beside a call that cannot be read is kept: the error comes after it. */
  #orError(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#parts.push({ type: "error", error });
    }
  }

  #take(): readonly Part[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #readChunk({ choices, usage }: JsonObject): void {
    if (isObject(usage)) this.#usage = usageIn(usage);
    if (!Array.isArray(choices)) return;
    for (const choice of choices) if (isObject(choice) && this.#isOurs(choice)) this.#readChoice(choice);
  }

  #isOurs({ index }: JsonObject): boolean {
    const place = String(index ?? 0);
    this.#choice ??= place;
    return place === this.#choice;
  }

  #readChoice({ delta, message, finish_reason }: JsonObject): void {
    const said = isObject(delta) ? this.#noteSaid(delta) : isObject(message) ? this.#unsaidOf(message) : {};
    this.#say(said, !isObject(delta));
    // An empty reason is none: several servers send it with every chunk.
    const reason = isNone(finish_reason) ? "" : String(finish_reason);
    if (this.#finish === "given" && FIELDS.some((field) => isSaid(said[field]))) this.#finish = "meaningless";
    if (reason === "") return;
    this.#finishReason = reason;
    if (this.#finish === "none") this.#finish = "given";
  }

  #noteSaid(delta: JsonObject): JsonObject {
    for (const field of FIELDS) if (isSaid(delta[field])) this.#said.add(field);
    return delta;
  }

  #unsaidOf(message: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(message).filter(([field]) => !this.#said.has(field)));
  }

  #say({ content, refusal, reasoning_content, reasoning, tool_calls }: JsonObject, isWhole: boolean): void {
    const thought = [reasoning_content, reasoning].find((words) => typeof words === "string" && words !== "");
    if (typeof thought === "string") this.#sayIn("reasoning", thought);
    if (typeof content === "string") this.#sayIn("text", content);
    else if (!isNone(content)) for (const [block, words] of wordsIn(content)) this.#sayIn(block, words);
    if (typeof refusal === "string" && refusal !== "") {
      this.#hasRefusal = true;
      this.#sayIn("text", refusal);
    }
    const calls = isObject(tool_calls) ? [tool_calls] : tool_calls;
    if (!Array.isArray(calls) || calls.length === 0) return;
    if (this.#open === "reasoning") this.#openBlock(undefined);
    for (const [position, call] of calls.filter(isObject).entries()) this.#calls.add(isWhole ? { ...call, index: position } : call);
  }

  #sayIn(block: Block, delta: string): void {
    if (delta === "") return;
    this.#openBlock(block);
    this.#parts.push({ type: `${block}-delta`, id: block, delta });
  }

  #openBlock(block: Block | undefined): void {
    if (this.#open === block) return;
    if (this.#open) this.#parts.push({ type: `${this.#open}-end`, id: this.#open });
    if (block) this.#parts.push({ type: `${block}-start`, id: block });
    this.#open = block;
  }
}

/** A piece of a call, as OpenAI sends it. */
interface CallDelta {
  index?: number;
  id: string | null;
  function: { name: string | null; arguments: string | null };
  /** What Google's models sealed. */
  thoughtSignature: string | undefined;
}

/** Calls that arrive in pieces. Some servers send the first piece of one before its name, which is waited for. */
class NamedCalls {
  readonly #tracker: StreamingToolCallTracker<CallDelta>;
  readonly #unnamed = new Map<number, CallDelta>();
  readonly #named = new Set<number>();
  readonly #ids = new Set<string>();
  /** Calls whose arguments so far are an empty object. Several gateways say that first, and then the real ones. */
  readonly #empty = new Set<number>();
  #unnumbered = 0;

  constructor(metadataKey: string, push: (part: Part) => void) {
    this.#tracker = new StreamingToolCallTracker<CallDelta>(
      { enqueue: (part) => push(part as Part) },
      {
        extractMetadata: ({ thoughtSignature }) => (thoughtSignature ? { [metadataKey]: { thoughtSignature } } : undefined),
        buildToolCallProviderMetadata: (metadata) => metadata,
      },
    );
  }

  add(call: JsonObject): void {
    const delta = deltaOf(call);
    const { index } = delta;
    if (saysNothing(delta)) return;
    if (index === undefined || this.#named.has(index)) this.#give(delta);
    else this.#awaitName(index, joined(this.#unnamed.get(index), delta));
  }

  /** @throws ProviderStreamError when there is a call without a name. */
  end(): void {
    for (const { index: _, ...delta } of this.#unnamed.values()) {
      if (!this.#goesOn(delta)) throw new ProviderStreamError("a call has no name", "bad_answer");
      this.#give(delta);
    }
    for (const index of this.#empty)
      this.#tracker.processDelta({ index, id: null, function: { name: null, arguments: "{}" }, thoughtSignature: undefined });
    this.#tracker.flush();
  }

  #give(delta: CallDelta): void {
    if (delta.id?.trim()) this.#ids.add(delta.id);
    if (delta.index === undefined && delta.function.name?.trim()) this.#unnumbered += 1;
    this.#tracker.processDelta(this.#withoutEmptyObject(delta));
  }

  /** The empty object of a call's first piece waits until it is known that nothing follows it. */
  #withoutEmptyObject(delta: CallDelta): CallDelta {
    const { index, function: given } = delta;
    if (index === undefined || !given.arguments) return delta;
    this.#empty.delete(index);
    if (given.name === null || given.arguments.trim() !== "{}") return delta;
    this.#empty.add(index);
    return { ...delta, function: { ...given, arguments: "" } };
  }

  /** It has the id of a call, or there is one alone, whose first piece had no index. */
  #goesOn({ id }: CallDelta): boolean {
    return id?.trim() ? this.#ids.has(id) : this.#unnumbered === 1 && this.#named.size === 0;
  }

  #awaitName(index: number, delta: CallDelta): void {
    if (delta.function.name === null) this.#unnamed.set(index, delta);
    else {
      this.#unnamed.delete(index);
      this.#named.add(index);
      this.#give(delta);
    }
  }
}

/** Some servers pad their pieces; one that says nothing is no call that waits for its name. */
function saysNothing({ id, function: { name, arguments: args }, thoughtSignature }: CallDelta): boolean {
  return !id?.trim() && name === null && !args && thoughtSignature === undefined;
}

function joined(before: CallDelta | undefined, { function: { name, arguments: args }, ...delta }: CallDelta): CallDelta {
  if (!before) return { ...delta, function: { name, arguments: args } };
  return {
    ...delta,
    id: before.id ?? delta.id,
    thoughtSignature: before.thoughtSignature ?? delta.thoughtSignature,
    function: { name, arguments: `${before.function.arguments ?? ""}${args ?? ""}` },
  };
}

function deltaOf({ index, id, function: given, extra_content }: JsonObject): CallDelta {
  const called = isObject(given) ? given : {};
  const place = typeof index === "string" && index.trim() !== "" ? Number(index) : index;
  const google = isObject(extra_content) && isObject(extra_content.google) ? extra_content.google : {};
  return {
    ...(Number.isInteger(place) && { index: place as number }),
    id: isNone(id) ? null : String(id),
    function: { name: typeof called.name === "string" ? called.name : null, arguments: argumentText(called.arguments) },
    thoughtSignature: typeof google.thought_signature === "string" ? google.thought_signature : undefined,
  };
}

/** Of a list of parts each kind that has a text is one, whatever it is called; Mistral's thoughts have parts of their own. */
function wordsIn(content: unknown): [Block, string][] {
  if (typeof content === "number") return [["text", String(content)]];
  return (Array.isArray(content) ? content : [content]).flatMap((part): [Block, string][] => {
    const text = isObject(part) ? part.text : part;
    if (typeof text === "string") return [["text", text]];
    if (!isObject(part) || part.type !== "thinking" || !Array.isArray(part.thinking)) return [];
    return part.thinking.flatMap((thought): [Block, string][] =>
      isObject(thought) && typeof thought.text === "string" ? [["reasoning", thought.text]] : [],
    );
  });
}

/** Of a delta or a message: all in which something is said. */
const FIELDS = ["content", "refusal", "reasoning_content", "reasoning", "tool_calls"] as const;

function isSaid(value: unknown): boolean {
  return !isNone(value) && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function usageIn({ prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details }: JsonObject): ChatUsage {
  return {
    prompt_tokens: count(prompt_tokens),
    completion_tokens: count(completion_tokens),
    ...(isObject(prompt_tokens_details) && { prompt_tokens_details: { cached_tokens: count(prompt_tokens_details.cached_tokens) } }),
    ...(isObject(completion_tokens_details) && {
      completion_tokens_details: { reasoning_tokens: count(completion_tokens_details.reasoning_tokens) },
    }),
  };
}

function plainError(error: unknown): JsonObject {
  const { type, code } = isObject(error) ? error : {};
  return {
    message: wordsOfError(error),
    ...(typeof type === "string" && { type }),
    ...((typeof code === "string" || typeof code === "number") && { code }),
  };
}
