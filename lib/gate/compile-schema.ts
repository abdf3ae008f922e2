import { Ajv2020 } from "ajv/dist/2020.js";
import type { InputIssue } from "#lib/errors.ts";
import { schemaIssue } from "#lib/tool-calls/schema-issue.ts";

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
  return (input) => (validate(input) ? null : (validate.errors ?? []).slice(0, 1).map(schemaIssue));
}
