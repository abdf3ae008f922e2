import type { ErrorObject } from "ajv/dist/2020.js";
import type { InputIssue } from "#lib/errors.ts";

/** What a compiled schema found wrong with arguments, in words: where, and what would be right. */
export function schemaIssue({ instancePath, keyword, params, message }: ErrorObject): InputIssue {
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
