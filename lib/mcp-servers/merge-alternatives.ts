import { isPlainObject } from "./is-plain-object.ts";
import { SchemaProblem } from "./schema-problem.ts";

type Schema = Record<string, unknown>;

/** The schema of an object with everything that stands at its top drawn into one list of properties. */
export interface FlatObject {
  properties: Schema;
  required: string[];
  /** Null: the server does not say. */
  additionalProperties: unknown;
  /** `type` as it was said, where it was. */
  type: unknown;
  description: string | null;
  /** Which arguments belong together, when the schema has alternatives of them. */
  choices: string[];
}

/** More steps than any schema takes that somebody could read. */
const MAX_STEPS = 500;

/**
 * What `$ref`, `allOf`, `anyOf` and `oneOf` at the top of a schema come to, for a provider that takes none of them there. It lets more through than the
 * schema does; arguments are checked against the schema itself.
 * @throws SchemaProblem for a reference that leads nowhere, elsewhere, or to itself
 */
export function mergeAlternatives(root: Schema): FlatObject {
  let steps = 0;
  const flatten = (schema: unknown, followed: readonly string[]): FlatObject => {
    steps += 1;
    if (steps > MAX_STEPS) throw new SchemaProblem("Its input schema branches too often.");
    if (!isPlainObject(schema)) return flatOf({});
    const { $ref: ref, allOf, anyOf, oneOf } = schema;
    let flat = flatOf(schema);
    if (typeof ref === "string") {
      if (followed.includes(ref)) throw new SchemaProblem(`Its input schema is defined by itself (${ref}).`);
      flat = both(flat, flatten(valueAt(root, ref), [...followed, ref]));
    }
    for (const part of listOf(allOf)) flat = both(flat, flatten(part, followed));
    for (const parts of [listOf(anyOf), listOf(oneOf)]) {
      const alternatives = parts.map((part) => flatten(part, followed));
      if (alternatives.length > 0) flat = both(flat, either(alternatives));
    }
    return flat;
  };
  return flatten(root, []);
}

function flatOf({ properties, required, additionalProperties = null, type, description }: Schema): FlatObject {
  return {
    properties: isPlainObject(properties) ? properties : {},
    required: listOf(required).filter((name) => typeof name === "string"),
    additionalProperties,
    type,
    description: typeof description === "string" ? description : null,
    choices: [],
  };
}

function both(left: FlatObject, right: FlatObject): FlatObject {
  return {
    properties: { ...right.properties, ...left.properties },
    required: [...new Set([...left.required, ...right.required])],
    // What one part closes, the other may open: only the schema itself says.
    additionalProperties: null,
    type: left.type ?? right.type,
    description: left.description ?? right.description,
    choices: [...left.choices, ...right.choices],
  };
}

function either(alternatives: FlatObject[]): FlatObject {
  const names = [...new Set(alternatives.flatMap(({ properties }) => Object.keys(properties)))];
  const [first] = alternatives;
  const isRequired = (name: string) => alternatives.every(({ required }) => required.includes(name));
  const choices = alternatives.flatMap(({ required }) => (required.length > 0 ? [required.join(" with ")] : []));
  return {
    properties: Object.fromEntries(
      names.map((name) => [name, anyOfThem(alternatives.flatMap(({ properties }) => properties[name] ?? []))]),
    ),
    required: (first?.required ?? []).filter(isRequired),
    additionalProperties: null,
    type: alternatives.find(({ type }) => type !== undefined)?.type,
    description: null,
    choices: [...alternatives.flatMap((one) => one.choices), ...(choices.length > 1 ? [choices.join(", or ")] : [])],
  };
}

function anyOfThem(schemas: unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A JSON pointer (RFC 6901) behind `#`, into the schema itself. */
function valueAt(root: Schema, ref: string): unknown {
  if (ref !== "#" && !ref.startsWith("#/"))
    throw new SchemaProblem(`Its input schema refers to something outside of it (${ref.slice(0, 100)}).`);
  let value: unknown = root;
  for (const token of ref.split("/").slice(1)) {
    const key = decodeToken(token);
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key))
      throw new SchemaProblem(`Its input schema refers to something that is not there (${ref.slice(0, 100)}).`);
    value = (value as Schema)[key];
  }
  return value;
}

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return token;
  }
}
