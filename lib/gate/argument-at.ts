import type { Pin } from "#lib/grants/grant.ts";
import type { JsonSchema } from "./compile-schema.ts";

/** Under these a schema says more than one thing of a value: anything may stand below. */
const OPEN = ["$ref", "anyOf", "oneOf", "allOf", "if", "patternProperties", "dependentSchemas"];

/**
 * What a tool's schema says of the value at a JSON pointer (RFC 6901) into arguments that fit it: an empty schema where it says nothing, null where
 * nothing can stand. A rule or a pin on such a place is a slip of the pen: it would be true of no call, or of every one.
 */
export function argumentAt(schema: JsonSchema, pointer: string): JsonSchema | null {
  let found: JsonSchema | null = schema;
  for (const token of pointer.split("/").slice(1)) {
    found = found && below(found, token.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return found;
}

/** Whether a pin can be true of any call: there is such an argument, of a type that can be so. */
export function canHold(schema: JsonSchema, { pointer, op, value }: Pin): boolean {
  const argument = argumentAt(schema, pointer);
  if (!argument) return false;
  switch (op) {
    case "absent":
      return true;
    case "starts-with":
    case "host-is":
      return takes(argument, "");
    case "equals":
      return takes(argument, value);
    case "one-of":
      return Array.isArray(value) && value.some((one) => takes(argument, one));
  }
}

function below(schema: JsonSchema, name: string): JsonSchema | null {
  if (OPEN.some((keyword) => keyword in schema)) return {};
  const { properties, additionalProperties } = schema;
  const own = isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return isSchema(own) ? own : {};
  const types = typesOf(schema);
  const isClosed = types !== null && !types.includes("array") && (!types.includes("object") || additionalProperties === false);
  return isClosed ? null : {};
}

function takes(schema: JsonSchema, value: unknown): boolean {
  const types = typesOf(schema);
  if (types === null) return true;
  return typeof value === "number" ? types.some((type) => type === "number" || type === "integer") : types.includes(typeof value);
}

/** Null: of any type. */
function typesOf({ type }: JsonSchema): string[] | null {
  return typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : null;
}

function isSchema(value: unknown): value is JsonSchema {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
