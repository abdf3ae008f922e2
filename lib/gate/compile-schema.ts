import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { InputIssue } from "#lib/errors.ts";

/** JSON Schema 2020-12, as MCP and model providers take it. */
export type JsonSchema = Record<string, unknown>;

/**
 * One instance for the process: making one costs more than all of its schemas. `format` is only an annotation (as the standard has it);
 * what must hold stands in `pattern`.
 */
const ajv = new Ajv2020({ strict: true, allErrors: false, validateFormats: false, allowUnionTypes: true });

/** Compiles once, at registration. The function answers null, or the first issue; it never changes its input. */
export function compileSchema(schema: JsonSchema): (input: unknown) => InputIssue[] | null {
  const validate = ajv.compile(schema);
  return (input) => (validate(input) ? null : (validate.errors ?? []).slice(0, 1).map(issueOf));
}

function issueOf({ instancePath, keyword, params, message }: ErrorObject): InputIssue {
  const path = instancePath.split("/").slice(1).map(decodePointer);
  switch (keyword) {
    case "required":
      return { path: [...path, params.missingProperty].join("."), message: "is required" };
    case "additionalProperties":
      return { path: [...path, shorten(params.additionalProperty)].join("."), message: "is not a known argument" };
    case "enum":
      return {
        path: path.join("."),
        message: `must be one of ${params.allowedValues.map((value: unknown) => JSON.stringify(value)).join(", ")}`,
      };
    case "const":
      return { path: path.join("."), message: `must be ${JSON.stringify(params.allowedValue)}` };
    default:
      return { path: path.join("."), message: message ?? "does not fit" };
  }
}

/** RFC 6901. */
function decodePointer(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

function shorten(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name;
}
