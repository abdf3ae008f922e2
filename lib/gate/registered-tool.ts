import type { InputIssue } from "#lib/errors.ts";
import type { Tool } from "#lib/tools/define-tool.ts";
import type { JsonSchema } from "./compile-schema.ts";
import type { ToolManifest } from "./tool-manifest.ts";

/** A tool as the gate uses it: its schema compiled, its manifest made. */
export interface RegisteredTool extends Tool {
  readonly inputSchema: JsonSchema;
  /** Null when the arguments fit; else the first thing that does not, with its path. About 0.1 µs for a small input. */
  readonly validate: (input: unknown) => InputIssue[] | null;
  readonly manifest: ToolManifest;
  /** Why it may not be called at present, whoever asks; such a tool is not told to models. */
  readonly heldBack?: string | null;
}
