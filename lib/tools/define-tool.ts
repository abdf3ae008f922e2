import type { z } from "zod";
import type { EntryPoint, TenantContext } from "#lib/context.ts";
import type { ChatId, RunId, ToolCallId } from "#lib/ids.ts";
import type { SetUp } from "#lib/organizations/select-set-up.ts";
import type { RunFile, RunFiles } from "#lib/shell-analysis/index.ts";
import { type ExecutionGrant, spendGrant } from "./grant.ts";
import type { ToolResult } from "./outcome.ts";

export type { RunFile, RunFiles };

/** What a call does to the world. Drives policy, confirmation and retry. */
export const EFFECTS = ["read", "write", "irreversible"] as const;
export type Effect = (typeof EFFECTS)[number];

/** What a tool is handed besides its arguments. Identity comes from here, never from the arguments. */
export interface ToolContext {
  readonly tenant: TenantContext;
  readonly runId: RunId;
  readonly chatId: ChatId;
  /** Our own id of this call: the idempotency key for everything that the tool does. */
  readonly callId: ToolCallId;
  readonly entryPoint: EntryPoint;
  /** Absolute path of the organization's workspace folder; it exists. */
  readonly workspace: string;
  /** How much its files may take on the disk (see `lib/files/workspace-room.ts`). Null: no limit. */
  readonly workspaceBytes: number | null;
  /** Aborts on time-out, Stop, or a lost lease. Work must really end then. */
  readonly signal: AbortSignal;
  /**
   * What speaks against doing the same with other arguments, in words: for a tool that is led on, as by a redirect. Null: the rules let it through as they
   * let this call through. Absent where no rules were asked (tests of one tool).
   */
  readonly objectionTo?: (input: unknown) => Promise<string | null>;
  /** Live output for people who watch (shell): shown, never stored from here. */
  readonly onOutput?: (text: string) => void;
}

/** The four words that MCP clients know (Tool annotations, MCP 2025-11-25). */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** One of several acts that the arguments of a call hold, or the same act in the way in which it is meant. */
export interface CallPart {
  /** As the arguments of a call that does nothing else. */
  input: unknown;
  /** A sentence that says which part it is, for people and for the model. */
  words: string;
  /** A JSON pointer to what of `input` is not known beforehand: no rule lets the part through by what that is not. */
  unknown?: string;
  /** Another part by another name: a rule that names it so denies or asks, and none has to let it through. */
  isOtherName?: boolean;
}

export interface ToolSpecification<Schema extends z.ZodType, Prepared> {
  /** lower_snake_case; unique; looked up without regard to case. */
  name: string;
  /** Raised when the meaning of the arguments changes: an approval given for another version is void. */
  version: number;
  title: string;
  /** Three parts: when to use it, what it returns, its limits. The model reads this. */
  description: string;
  category: string;
  tags: readonly string[];
  /** The strongest effect that any call of this tool can have. */
  effect: Effect;
  /** The effect of one call, when the arguments decide (list against write). Never stronger than `effect`. */
  effectOf?: (input: z.output<Schema>) => Effect;
  /** Whether the balanced preset asks a person before at least some calls. Shown on the tools page; the policy decides. */
  requiresApproval: boolean;
  /** What an organization must have set up before the tool is of any use: until then models are not told of it. */
  needs?: SetUp;
  annotations: ToolAnnotations;
  /** A closed object (`z.strictObject`) in which every string is bounded. */
  input: Schema;
  /** Wall-clock limit of `execute`, in ms. 8,000 unless there is a reason. */
  timeoutMs?: number;
  /** Limits in words, for the tools page and the manifest. */
  limits: Record<string, string | number>;
  /** May be repeated once by itself after a crash or a retryable failure, because a second run changes nothing more. */
  idempotent?: boolean | ((input: z.output<Schema>) => boolean);
  /** Several such calls of one step may run side by side (reads only). */
  concurrent?: boolean;
  /** One line for people: what this call would do ("Write notes.txt"). */
  summarize: (input: z.output<Schema>) => string;
  /**
   * The acts in the arguments when they can hold several, as a command text can, or be written in several ways, as a path can: rules are asked about
   * each of them, and the strictest answer counts.
   */
  partsOf?: (input: z.output<Schema>) => Promise<CallPart[]>;
  /**
   * The files of the workspace whose content the call runs, as far as its arguments show them: an approval is bound to what they hold. Without it a call
   * runs none.
   */
  runsFiles?: (input: z.output<Schema>) => Promise<RunFiles>;
  /**
   * Checks on the arguments that need no time and touch nothing; runs when the call is proposed and again before it executes.
   * Throws ToolRefusal.
   */
  check?: (input: z.output<Schema>) => void | Promise<void>;
  /**
   * The last check before execution, which may look at the world (resolve a name, walk a path) but not change it. What it returns is
   * handed to `execute`, so that the thing checked is the thing used. Throws ToolRefusal.
   */
  prepare?: (input: z.output<Schema>, context: ToolContext) => Promise<Prepared>;
  /** Does it. Throws ToolFailure for what the model or the person can act on. */
  run: (input: z.output<Schema>, context: ToolContext, prepared: Prepared) => Promise<ToolResult>;
}

/** A tool as the registry and the gate know it. `execute` demands a grant, so that nothing but the gate can call it. */
export interface Tool extends Omit<ToolSpecification<z.ZodType, unknown>, "run"> {
  readonly execute: (input: unknown, context: ToolContext, prepared: unknown, grant: ExecutionGrant) => Promise<ToolResult>;
}

/** Declares a tool. `z.output<Schema>` types the handlers; the gate has validated the input by `input` before it calls any of them. */
export function defineTool<Schema extends z.ZodType, Prepared = undefined>(specification: ToolSpecification<Schema, Prepared>): Tool {
  const { run, ...rest } = specification;
  const tool = {
    ...rest,
    async execute(input: z.output<Schema>, context: ToolContext, prepared: Prepared, grant: ExecutionGrant): Promise<ToolResult> {
      spendGrant(grant);
      return run(input, context, prepared);
    },
  };
  // Handlers are stored with `unknown` input: sound because the gate hands them only what `input` parsed.
  return tool as unknown as Tool;
}
