import { z } from "zod";
import { nameSchema } from "#lib/members/name.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";

const APPROVAL_MODES = ["organization", "ask", "reads-only"] as const;

/** Rounds of tool calls that a run may take, unless its agent says otherwise. */
export const DEFAULT_ITERATIONS = 10;
const MAX_ITERATIONS = 50;

/** Said beside the field, whatever was written there. */
const TEMPERATURE = "A number from 0 to 2, or nothing.";
const ROUNDS = `A whole number from 1 to ${MAX_ITERATIONS}.`;

/** A tool's name, in any case, or the beginning of one with * behind it. It need not be there yet: a server may bring it later. */
const toolName = z
  .string()
  .max(200)
  .regex(/^(?:[\w.-]+\*?|\*)$/, "A tool's name, or the beginning of one with * behind it: nothing else, and no blank.");

const toolList = z.strictObject({ names: z.array(toolName).max(100).default([]), effects: z.array(z.enum(EFFECTS)).max(10).default([]) });

/** `allow: null`: every tool; an empty list: none. What stands in both lists is denied. */
const tools = z.strictObject({ allow: toolList.nullable().default(null), deny: toolList.prefault({}) });
export type AgentTools = z.output<typeof tools>;

/** All but the agent's name, description and switch: what makes a version of it. */
const fields = {
  /** What the model is told before anything else of the organization, as Markdown. */
  instructions: z.string().max(20_000, "20,000 characters at most."),
  /** As `MODEL` takes it; null: the server's. */
  model: z.string().trim().min(1).max(200).nullable(),
  tools,
  /** It can only narrow what the organization's rules say. `ask`: before everything that changes something. */
  approvalMode: z.enum(APPROVAL_MODES),
  /** Null: the model's own. */
  temperature: z.number(TEMPERATURE).min(0, TEMPERATURE).max(2, TEMPERATURE).nullable(),
  /** Rounds of tool calls that a run of it may take. */
  iterations: z.int(ROUNDS).min(1, ROUNDS).max(MAX_ITERATIONS, ROUNDS),
  /** Names of the skills that it has, of those that are switched on; null: all of them. */
  skills: z.array(z.string().min(1).max(64)).max(100).nullable(),
};

/** A version as it stands in the database. */
export const agentSettings = z.strictObject(fields);
export type AgentSettings = z.output<typeof agentSettings>;

/** It stands above answers, on cards and in records. */
const name = nameSchema.pipe(z.string().max(60, "60 characters at most."));

const about = { name, description: z.string().trim().max(200, "200 characters at most."), enabled: z.boolean() };

/** The body that makes an agent: a name is enough. */
export const newAgentBody = z.strictObject({
  name,
  description: about.description.default(""),
  enabled: about.enabled.default(true),
  instructions: fields.instructions.default(""),
  model: fields.model.default(null),
  tools: tools.prefault({}),
  approvalMode: fields.approvalMode.default("organization"),
  temperature: fields.temperature.default(null),
  iterations: fields.iterations.default(DEFAULT_ITERATIONS),
  skills: fields.skills.default(null),
});
export type NewAgent = z.output<typeof newAgentBody>;

/** The body that changes one: what is given is changed. `version`: the one that the change was made from; another one in force is 409. */
export const agentChangeBody = z
  .strictObject({ ...about, ...fields, version: z.int().min(1) })
  .partial()
  .refine(
    ({ version: _, ...change }) => Object.keys(change).length > 0,
    `Say what to change: ${Object.keys({ ...about, ...fields }).join(", ")}.`,
  );
export type AgentChange = z.output<typeof agentChangeBody>;
