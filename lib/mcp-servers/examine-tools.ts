import { setImmediate } from "node:timers/promises";
import { messageOf } from "#lib/errors.ts";
import { measureJson } from "#lib/json-shape.ts";
import { compileArguments } from "./compile-arguments.ts";
import { modelSchema } from "./model-schema.ts";
import { qualifiedName } from "./qualified-name.ts";
import { SchemaProblem } from "./schema-problem.ts";
import { hashDefinition, readDefinition, type ToolDefinition } from "./tool-definition.ts";

/** A tool as a server lists it, and whether it can be used as it is. */
export interface ExaminedTool {
  name: string;
  qualifiedName: string;
  definition: ToolDefinition;
  hash: string;
  /** Why it is set aside, in words; null: it can be approved. */
  problem: string | null;
}

const MAX_DEPTH = 40;
const MAX_CHARS = 60_000;
const MAX_DESCRIPTION_CHARS = 10_000;
/** Of a description that is too long, for the page: enough to see what it is. */
const KEPT_CHARS = 20_000;

/**
 * Looks at each entry of a server's list by itself: one that cannot be used takes none of the others with it.
 * @returns the tools by name, and how many entries have no usable name
 */
export async function examineTools(server: string, listed: readonly unknown[]): Promise<{ tools: ExaminedTool[]; unnamed: number }> {
  const tools = new Map<string, ExaminedTool>();
  let unnamed = 0;
  for (const raw of listed) {
    const tool = examine(server, raw);
    if (!tool) unnamed += 1;
    else if (tools.has(tool.name)) tools.set(tool.name, { ...tool, problem: "The server lists this name more than once." });
    else tools.set(tool.name, tool);
    // A schema may take long to read; others are answered in between.
    await setImmediate();
  }
  const sorted = [...tools.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  return { tools: withoutTwins(sorted), unnamed };
}

function examine(server: string, raw: unknown): ExaminedTool | null {
  const definition = readDefinition(raw);
  if (!definition) return null;
  const { name } = definition;
  const known = { name, qualifiedName: qualifiedName(server, name) };
  const misshapen = shapeProblem(definition);
  // What is too deep or too long to look at is kept as its name and the beginning of its description.
  if (misshapen) return { ...known, ...beginningOf(definition), problem: misshapen };
  return { ...known, definition, hash: hashDefinition(definition), problem: contentProblem(definition) };
}

function shapeProblem(definition: ToolDefinition): string | null {
  let text: string;
  try {
    text = JSON.stringify(definition);
  } catch (error) {
    return `Its definition cannot be read (${messageOf(error)}).`;
  }
  if (measureJson(text).depth > MAX_DEPTH) return `Its definition is nested more than ${MAX_DEPTH} deep.`;
  return text.length > MAX_CHARS ? `Its definition has ${text.length} characters; ${MAX_CHARS} at most can be reviewed.` : null;
}

function beginningOf({ name, description }: ToolDefinition): { definition: ToolDefinition; hash: string } {
  const definition = { name, ...(typeof description === "string" && { description: description.slice(0, KEPT_CHARS).toWellFormed() }) };
  return { definition, hash: hashDefinition(definition) };
}

function contentProblem({ description, inputSchema }: ToolDefinition): string | null {
  if (description !== undefined && description !== null && typeof description !== "string") return "Its description is not a text.";
  if (typeof description === "string" && description.length > MAX_DESCRIPTION_CHARS)
    return `Its description has ${description.length} characters; a model is given ${MAX_DESCRIPTION_CHARS} at most.`;
  try {
    modelSchema(inputSchema);
    compileArguments(inputSchema);
    return null;
  } catch (error) {
    if (error instanceof SchemaProblem) return error.message;
    throw error;
  }
}

/** Names that differ in capital letters alone are one name to models and rules: the one without any keeps it, or else the first. */
function withoutTwins(tools: ExaminedTool[]): ExaminedTool[] {
  const owners = new Map<string, string>();
  for (const { name, qualifiedName: qualified } of tools) {
    const isPlain = qualified.endsWith(`__${name}`);
    if (!owners.has(qualified) || isPlain) owners.set(qualified, name);
  }
  return tools.map((tool) => {
    const owner = owners.get(tool.qualifiedName);
    return owner === tool.name ? tool : { ...tool, problem: `Its name differs from ${owner} in capital letters alone.` };
  });
}
