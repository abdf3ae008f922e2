import type { CallFacts } from "#lib/agent/call-chunks.ts";
import type { WireMessage } from "../_session/wire.ts";

/** A tool call as its parts of the message tell it. */
export interface CallView {
  toolCallId: string;
  tool: string;
  /** The SDK's word for where the part is; `facts` know more, once they are there. */
  partState: string;
  input: unknown;
  /** The recorded outcome of a call that succeeded. */
  output: unknown;
  /** What the model read when it did not. */
  errorText: string | null;
  facts: CallFacts | null;
  /** Arguments and result are shortened here and are read from the record when the row is opened. */
  isLean: boolean;
}

/** What an assistant's message consists of, as it is drawn. `index` is the place of a text among the message's parts. */
export type Block =
  | { kind: "text"; index: number; text: string; isStreaming: boolean }
  | { kind: "reasoning"; index: number; text: string; isStreaming: boolean }
  | { kind: "calls"; calls: CallView[] }
  | { kind: "warning"; index: number; text: string };

type Part = WireMessage["parts"][number];

/** Calls that follow each other without a word between them stand together. */
export function blocksOf(parts: readonly Part[]): Block[] {
  const facts = new Map<string, CallFacts>();
  for (const part of parts) if (part.type === "data-tool-call") facts.set((part.data as CallFacts).toolCallId, part.data as CallFacts);
  const blocks: Block[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "text" || part.type === "reasoning") {
      if (part.text.trim() === "") continue;
      blocks.push({ kind: part.type, index, text: part.text, isStreaming: part.state === "streaming" });
    } else if (part.type === "data-warning") {
      blocks.push({ kind: "warning", index, text: (part.data as { text: string }).text });
    } else if (part.type.startsWith("tool-")) {
      const call = callOf(part, facts);
      const last = blocks.at(-1);
      if (last?.kind === "calls") last.calls.push(call);
      else blocks.push({ kind: "calls", calls: [call] });
    }
  }
  return blocks;
}

function callOf(part: Part, facts: ReadonlyMap<string, CallFacts>): CallView {
  const call = part as Part & {
    toolCallId: string;
    state: string;
    input?: unknown;
    output?: unknown;
    errorText?: string;
    isLean?: boolean;
  };
  return {
    toolCallId: call.toolCallId,
    tool: part.type.slice("tool-".length),
    partState: call.state,
    input: call.input,
    output: call.output,
    errorText: call.errorText ?? null,
    facts: facts.get(call.toolCallId) ?? null,
    isLean: call.isLean ?? false,
  };
}
