import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type InputIssue, messageOf } from "#lib/errors.ts";
import { singleton } from "#lib/singleton.ts";
import { schemaIssue } from "#lib/tool-calls/schema-issue.ts";
import { boundedPattern } from "./bounded-pattern.ts";
import { isPlainObject } from "./is-plain-object.ts";
import { SchemaProblem } from "./schema-problem.ts";
import { withinTime } from "./within-time.ts";

/** More than a person would read before agreeing to it. */
const MAX_ARGUMENT_CHARS = 200_000;
/** For one schema, and for one look at arguments: references can double the work with each step, and many patterns add up. */
const MAX_MS = 2_000;
/** Without these the work grows with the arguments alone. */
const MAY_TAKE_LONG = /"(?:\$ref|\$dynamicRef|\$recursiveRef|pattern|patternProperties|uniqueItems)":/;

/**
 * Compiles a server's own input schema (JSON Schema 2020-12, or draft 7 where it says so), open or closed as the server has it. The function answers
 * null, or the first issue; it changes nothing, and what it cannot judge it refuses.
 * @throws SchemaProblem
 */
export function compileArguments(schema: unknown): (input: unknown) => InputIssue[] | null {
  const validate = compiled(schema);
  const mayTakeLong = MAY_TAKE_LONG.test(JSON.stringify(schema) ?? "");
  return (input) => {
    const { length } = JSON.stringify(input);
    if (length > MAX_ARGUMENT_CHARS)
      return [{ path: "", message: `The arguments have ${length} characters; a call may have ${MAX_ARGUMENT_CHARS}` }];
    try {
      const fits = mayTakeLong ? withinTime(MAX_MS, () => validate(input)) : validate(input);
      return fits ? null : (validate.errors ?? []).slice(0, 1).map(schemaIssue);
    } catch (error) {
      return [{ path: "", message: `They could not be checked against the tool's schema (${messageOf(error)})` }];
    }
  };
}

function compiled(schema: unknown) {
  if (schema !== undefined && schema !== null && !isPlainObject(schema)) throw new SchemaProblem("Its input schema is not an object.");
  const { $schema, $id: _, $async: __, ...rest } = schema ?? {};
  const own = { type: "object", ...rest };
  const isOld = typeof $schema === "string" && /draft-0[4-7]/.test($schema);
  const standard = isOld ? draft7() : draft2020();
  // Of its own for each: an instance knows schemas by names that they give themselves, and keeps every one that it has seen.
  const ajv = isOld
    ? new Ajv({ ...OPTIONS, meta: false, validateSchema: false })
    : new Ajv2020({ ...OPTIONS, meta: false, validateSchema: false });
  try {
    return withinTime(MAX_MS, () => {
      if (!standard.validateSchema(own)) throw new Error(standard.errorsText());
      return ajv.compile(own);
    });
  } catch (error) {
    throw new SchemaProblem(`Its input schema cannot be used (${messageOf(error).slice(0, 300)}).`, { cause: error });
  }
}

/** The server's schema is read as the standard has it; `format` is an annotation there. */
const OPTIONS = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
  // Unimproved code is made in a tenth of the time.
  code: { optimize: false, regExp: Object.assign(boundedPattern, { code: "boundedPattern" }) },
} as const;

/** These look at schemas alone. */
function draft2020(): Ajv2020 {
  return singleton("schema-standard-2020", () => new Ajv2020(OPTIONS));
}

function draft7(): Ajv {
  return singleton("schema-standard-7", () => new Ajv(OPTIONS));
}
