type Schema = Record<string, unknown>;

/** A small valid value for a JSON schema, required properties only; `n` makes the values of consecutive calls differ. */
export function exampleValue(schema: unknown, n = 0): unknown {
  if (!isSchema(schema)) return {};
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[n % schema.enum.length];
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return exampleValue(choices[0], n);
  switch (typeOf(schema)) {
    case "object":
      return exampleObject(schema, n);
    case "array":
      return Array.from({ length: numberOr(schema.minItems, 0) }, (_, index) => exampleValue(schema.items, index));
    case "integer":
    case "number":
      return Math.max(numberOr(schema.minimum, 1), Math.min(n + 1, numberOr(schema.maximum, Number.POSITIVE_INFINITY)));
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return `call ${n}`.padEnd(numberOr(schema.minLength, 0), ".");
  }
}

function exampleObject(schema: Schema, n: number): Record<string, unknown> {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  return Object.fromEntries(required.map((key) => [key, exampleValue(properties[key], n)]));
}

function typeOf(schema: Schema): unknown {
  if (Array.isArray(schema.type)) return schema.type[0];
  return schema.type ?? (schema.properties ? "object" : "string");
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
