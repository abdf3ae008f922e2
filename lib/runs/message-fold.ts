import type { UIMessage, UIMessageChunk } from "ai";

type Part = UIMessage["parts"][number];
type TextPart = Extract<Part, { type: "text" | "reasoning" }>;
type ToolPart = Part & {
  toolCallId: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: Record<string, unknown>;
};

/** A fold in the middle of its message, as JSON: what a reader elsewhere needs to go on from there. */
export interface FoldSnapshot {
  parts: Part[];
  metadata: Record<string, unknown>;
  /** Texts that still grow: the id of their chunks, and their place in `parts`. */
  open: [id: string, index: number][];
}

/**
 * An assistant message as the sum of its chunks, in the way of the AI SDK's own reader (a test compares the two). Small enough for the
 * browser. Mutates its parts; `revision` grows with every change.
 */
export class MessageFold {
  readonly parts: Part[] = [];
  metadata: Record<string, unknown> = {};
  revision = 0;
  readonly #open = new Map<string, TextPart>();

  /** Goes on from a snapshot, whose parts become this fold's own. */
  constructor(from?: FoldSnapshot) {
    if (!from) return;
    this.parts = from.parts;
    this.metadata = from.metadata;
    for (const [id, index] of from.open) this.#open.set(id, from.parts[index] as TextPart);
  }

  /** Shares its parts with this fold: make JSON of it before the next chunk. */
  snapshot(): FoldSnapshot {
    const { parts, metadata } = this;
    return { parts, metadata, open: [...this.#open].map(([id, part]) => [id, parts.indexOf(part)]) };
  }

  add(chunk: UIMessageChunk): void {
    this.revision++;
    switch (chunk.type) {
      case "text-start":
        this.#start(chunk.id, { type: "text", text: "", state: "streaming" });
        break;
      case "reasoning-start":
        this.#start(chunk.id, { type: "reasoning", text: "", state: "streaming" } as TextPart);
        break;
      case "text-delta":
      case "reasoning-delta": {
        const part = this.#open.get(chunk.id);
        if (part) part.text += chunk.delta;
        break;
      }
      case "text-end":
      case "reasoning-end": {
        const part = this.#open.get(chunk.id);
        if (part) part.state = "done";
        this.#open.delete(chunk.id);
        break;
      }
      case "start-step":
        this.parts.push({ type: "step-start" });
        break;
      case "reset-step":
        this.#resetStep();
        break;
      case "start":
      case "finish":
      case "message-metadata":
        if (chunk.messageMetadata) this.metadata = { ...this.metadata, ...(chunk.messageMetadata as Record<string, unknown>) };
        break;
      case "tool-input-start":
        this.parts.push({
          type: `tool-${chunk.toolName}`,
          toolCallId: chunk.toolCallId,
          state: "input-streaming",
          input: undefined,
        } as Part);
        break;
      case "tool-input-available":
        this.#inputTold(chunk, { state: "input-available" });
        break;
      case "tool-input-error":
        this.#inputTold(chunk, { state: "output-error", errorText: chunk.errorText });
        break;
      case "tool-approval-request":
        this.#change(chunk.toolCallId, {
          state: "approval-requested",
          approval: { id: chunk.approvalId, ...(chunk.reason && { requestReason: chunk.reason }) },
        });
        break;
      case "tool-approval-response":
        this.#respond(chunk);
        break;
      case "tool-output-available":
        this.#change(chunk.toolCallId, { state: "output-available", output: chunk.output });
        break;
      case "tool-output-error":
        this.#change(chunk.toolCallId, { state: "output-error", errorText: chunk.errorText });
        break;
      case "tool-output-denied":
        this.#change(chunk.toolCallId, { state: "output-denied" });
        break;
      default:
        if (chunk.type.startsWith("data-")) this.#data(chunk as Extract<UIMessageChunk, { type: `data-${string}` }>);
    }
  }

  #start(id: string, part: TextPart): void {
    this.#open.set(id, part);
    this.parts.push(part);
  }

  /** Takes back everything since the last step began: its driver died, and the step streams again. */
  #resetStep(): void {
    const start = this.parts.findLastIndex((part) => part.type === "step-start");
    this.parts.length = start + 1;
    this.#open.clear();
  }

  #inputTold(chunk: Extract<UIMessageChunk, { type: "tool-input-available" | "tool-input-error" }>, change: Record<string, unknown>): void {
    const { toolCallId, input } = chunk;
    const type = `tool-${chunk.toolName}`;
    if (!this.#tool(toolCallId)) this.parts.push({ type, toolCallId } as Part);
    this.#change(toolCallId, { type, input, ...change });
  }

  #respond(chunk: Extract<UIMessageChunk, { type: "tool-approval-response" }>): void {
    const part = this.parts.find((candidate): candidate is ToolPart => (candidate as ToolPart).approval?.id === chunk.approvalId);
    if (!part) return;
    part.state = "approval-responded";
    part.approval = { ...part.approval, id: chunk.approvalId, approved: chunk.approved, ...(chunk.reason && { reason: chunk.reason }) };
  }

  #data(chunk: Extract<UIMessageChunk, { type: `data-${string}` }>): void {
    if (chunk.transient) return;
    const existing =
      chunk.id === undefined ? undefined : this.parts.find((part) => part.type === chunk.type && (part as { id?: string }).id === chunk.id);
    if (existing) (existing as { data: unknown }).data = chunk.data;
    else this.parts.push({ type: chunk.type, ...(chunk.id !== undefined && { id: chunk.id }), data: chunk.data } as Part);
  }

  #tool(toolCallId: string): ToolPart | undefined {
    return this.parts.findLast((part): part is ToolPart => (part as ToolPart).toolCallId === toolCallId);
  }

  #change(toolCallId: string, change: Record<string, unknown>): void {
    const part = this.#tool(toolCallId);
    if (part) Object.assign(part, change);
  }
}
