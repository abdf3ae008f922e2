import { readableText } from "#lib/tools/readable-text.ts";
import { isPlainObject } from "./is-plain-object.ts";
import { mergeAlternatives } from "./merge-alternatives.ts";
import { SchemaProblem } from "./schema-problem.ts";

type Schema = Record<string, unknown>;

/** Where other schemas stand under a keyword: one, a list, or by name. */
const ONE = ["items", "additionalProperties", "contains", "propertyNames", "not", "if", "then", "else"];
const LISTS = ["anyOf", "oneOf", "allOf"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
/** Words about the schema itself, which not every provider takes. */
const UNSAID = ["$schema", "$id", "$anchor", "$comment", "$dynamicAnchor", "$async"];

/**
 * The schema of a tool's arguments as model providers take it: one object with properties, nothing but plain keywords at its top, every list with
 * `items`. It is a hint to the model; what holds is the server's own schema, against which every call is checked. A tool without a schema takes any object.
 * @throws SchemaProblem
 */
export function modelSchema(original: unknown): Schema {
  if (original === undefined || original === null) return { type: "object", properties: {} };
  if (!isPlainObject(original)) throw new SchemaProblem("Its input schema is not an object.");
  const { properties, required, additionalProperties, type, description, choices } = mergeAlternatives(original);
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object")))
    throw new SchemaProblem("Its arguments are not an object.");
  const words = [...(description === null ? [] : [readableText(description)]), ...choices.map((choice) => `Needs ${choice}.`)].join(" ");
  const known = required.filter((name) => Object.hasOwn(properties, name));
  const schema = {
    type: "object",
    ...(words !== "" && { description: words }),
    properties: mapValues(properties, repaired),
    ...(known.length > 0 && { required: known }),
    ...(additionalProperties !== null && { additionalProperties: repaired(additionalProperties) }),
  };
  if (!JSON.stringify(schema).includes('"$ref"')) return schema;
  return { ...schema, ...repairedNamed(original, ["$defs", "definitions"]) };
}

function repaired(schema: unknown): unknown {
  if (schema === true || !(isPlainObject(schema) || schema === false)) return {};
  if (schema === false) return false;
  const { type } = schema;
  const rest = Object.fromEntries(Object.entries(schema).filter(([key]) => !UNSAID.includes(key)));
  return {
    ...rest,
    ...Object.fromEntries(
      ONE.filter((key) => key in schema).map((key) => [key, key === "items" ? items(schema[key]) : repaired(schema[key])]),
    ),
    ...Object.fromEntries(LISTS.filter((key) => Array.isArray(schema[key])).map((key) => [key, (schema[key] as unknown[]).map(repaired)])),
    ...repairedNamed(schema, NAMED),
    ...(isOrHas(type, "array") && !("items" in schema) && { items: {} }),
    ...(isOrHas(type, "object") && !isPlainObject(schema.properties) && { properties: {} }),
    ...Object.fromEntries(
      ["title", "description"].flatMap((key) => (typeof schema[key] === "string" ? [[key, readableText(schema[key])]] : [])),
    ),
  };
}

/** A list for each place, as older drafts have it, is any of them. */
function items(schema: unknown): unknown {
  if (!Array.isArray(schema)) return repaired(schema);
  return schema.length === 0 ? {} : { anyOf: schema.map(repaired) };
}

function repairedNamed(schema: Schema, keys: readonly string[]): Schema {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const named = schema[key];
      return isPlainObject(named) ? [[key, mapValues(named, repaired)]] : [];
    }),
  );
}

function mapValues(values: Schema, change: (value: unknown) => unknown): Schema {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

function isOrHas(type: unknown, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}
