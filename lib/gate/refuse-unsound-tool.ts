import { z } from "zod";
import { EFFECTS, type Tool } from "#lib/tools/define-tool.ts";
import type { JsonSchema } from "./compile-schema.ts";

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
const DESCRIPTION_CHARS = { min: 80, max: 2_000 };
const ANNOTATIONS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/**
 * Stops the start for a tool that the gate could not hold to its word: no effect, an open or unbounded schema, a rule in the schema that
 * the compiled form would not check, a description without its three parts. Returns the schema of its arguments.
 * @throws Error naming the tool and everything that is wrong.
 */
export function refuseUnsoundTool(tool: Tool): JsonSchema {
  const { schema, faults: schemaFaults } = readSchema(tool.input);
  const faults = [...declarationFaults(tool), ...descriptionFaults(tool.description), ...schemaFaults];
  if (faults.length > 0) throw new Error(`The tool "${tool.name}" cannot be registered: ${faults.join("; ")}.`);
  return schema;
}

function declarationFaults(tool: Tool): string[] {
  const { annotations, effect } = tool;
  const said = (isFine: boolean, fault: string) => (isFine ? [] : [fault]);
  return [
    ...said(NAME.test(tool.name), "its name must be lower_snake_case, 64 characters at most"),
    ...said(Number.isInteger(tool.version) && tool.version >= 1, "its version must be a whole number from 1"),
    ...said(isText(tool.title), "it has no title"),
    ...said(isText(tool.category), "it has no category"),
    ...said(Array.isArray(tool.tags) && tool.tags.length > 0 && tool.tags.every(isText), "it has no tags"),
    ...said(typeof tool.requiresApproval === "boolean", "requiresApproval must be true or false"),
    ...said(EFFECTS.includes(effect), `its effect must be one of ${EFFECTS.join(", ")}`),
    ...said(
      ANNOTATIONS.every((name) => typeof annotations?.[name] === "boolean"),
      "it needs all four annotations",
    ),
    ...said(annotations?.readOnlyHint === (effect === "read"), "readOnlyHint must be true exactly when its effect is read"),
    ...said(!(effect === "irreversible" && annotations?.destructiveHint === false), "an irreversible tool must say destructiveHint"),
    ...said(!tool.concurrent || effect !== "irreversible", "an irreversible tool cannot run side by side with others"),
    ...said(tool.timeoutMs === undefined || (tool.timeoutMs > 0 && tool.timeoutMs <= 600_000), "timeoutMs must lie between 1 and 600,000"),
    ...said(typeof tool.limits === "object" && tool.limits !== null, "it declares no limits"),
    ...said(typeof tool.summarize === "function", "it has no summary for people"),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function descriptionFaults(description: unknown): string[] {
  if (typeof description !== "string") return ["it has no description"];
  const { min, max } = DESCRIPTION_CHARS;
  return [
    ...(description.length < min || description.length > max ? [`its description must have ${min} to ${max} characters`] : []),
    ...(/\buse\b/i.test(description) ? [] : ['its description must say when to use it ("Use it to …")']),
    ...(/\breturns?\b/i.test(description) ? [] : ['its description must say what it returns ("Returns …")']),
    ...(/\d|\blimit/i.test(description) ? [] : ["its description must name its limits"]),
  ];
}

/** Arguments reach the handler as they were sent, so whatever would change them or is checked by code has no place in the schema. */
const CHANGING_TYPES = new Set(["pipe", "transform", "default", "prefault", "catch"]);
const CODE_CHECKS = new Set(["custom", "overwrite"]);

function readSchema(input: unknown): { schema: JsonSchema; faults: string[] } {
  if (!(input instanceof z.ZodType)) return { schema: {}, faults: ["it has no input schema"] };
  const faults: string[] = [];
  const schema = z.toJSONSchema(input, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path }) => {
      const { def } = zodSchema._zod;
      const where = path.filter((part) => part !== "properties").join(".") || "the input";
      if (CHANGING_TYPES.has(def.type) || ("coerce" in def && def.coerce)) {
        faults.push(`${where} would change what was sent (${def.type}); do it in the handler`);
      }
      if (def.checks?.some((check) => CODE_CHECKS.has(check._zod.def.check))) {
        faults.push(`${where} has a check in code, which the compiled schema does not know; do it in "check"`);
      }
    },
  });
  if (schema.type !== "object") faults.push("its input must be one object");
  return { schema: schema as JsonSchema, faults: [...new Set([...faults, ...boundFaults(schema, "the input")])] };
}

/** Every object closed, every text and list bounded, nothing without a type. */
function boundFaults(schema: z.core.JSONSchema.BaseSchema, where: string): string[] {
  const within = (name: string) => (where === "the input" ? name : `${where}.${name}`);
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) return alternatives.flatMap((part) => boundFaults(part as z.core.JSONSchema.BaseSchema, where));
  if (schema.enum || schema.const !== undefined) return [];
  switch (schema.type) {
    case "string": {
      if (schema.maxLength === undefined) return [`${where} has no maxLength`];
      return schema.format && !schema.pattern ? [`${where} has a format that the compiled schema does not check; do it in "check"`] : [];
    }
    case "object": {
      const open = schema.additionalProperties === false ? [] : [`${where} is not closed (use z.strictObject)`];
      const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
        boundFaults(part as z.core.JSONSchema.BaseSchema, within(name)),
      );
      return [...open, ...parts];
    }
    case "array": {
      const bound = schema.maxItems === undefined ? [`${where} has no maxItems`] : [];
      return [...bound, ...boundFaults((schema.items ?? {}) as z.core.JSONSchema.BaseSchema, `${where}[]`)];
    }
    case "integer":
    case "number":
    case "boolean":
    case "null":
      return [];
    default:
      return [`${where} takes anything`];
  }
}
