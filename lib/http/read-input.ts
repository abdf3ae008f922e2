import { z } from "zod";
import { type InputIssue, invalidRequest } from "#lib/errors.ts";
import { storableText } from "#lib/storable.ts";
import { issueWords } from "./issue-words.ts";
import { DEFAULT_MAX_BODY_BYTES, readJsonBody } from "./read-body.ts";
import type { RouteContext } from "./route-kind.ts";

/** What a handler takes from the request beside who calls: parsed, or refused before the handler runs. */
export interface InputOptions<Params, Query, Body> {
  /** One parser for each `[name]` in the path; it throws `not_found` for what cannot be an id. */
  params?: { [Name in keyof Params]: (value: unknown) => Params[Name] };
  /** Use `z.strictObject`, or `listQuery` for lists. A call without one takes no query: every key is refused. */
  query?: z.ZodType<Query>;
  /** Use `z.strictObject`. A call without one takes no body: every key is refused. */
  body?: z.ZodType<Body>;
  /** The handler reads the body by itself, or answers the same whatever stands in it. */
  leavesBody?: true;
  /** Default 1 MiB. */
  maxBodyBytes?: number;
  /** Where every character counts (a decision, a password): what cannot be stored as it is is refused, not replaced by a sign. */
  takesBodyLiterally?: true;
}

export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

/** A misspelt filter must not answer like none, nor a condition that a call does not know like one that holds. */
const NOTHING = z.strictObject({}).transform(() => undefined);

/**
 * The path, the query and the body of a request, parsed. Reads no more of the body than it may have.
 * @throws AppError 404 for a path that cannot name anything, 400 with `issues` for what does not fit, 413 and 415 as `readJsonBody`
 */
export async function readInput<Params, Query, Body>(
  options: InputOptions<Params, Query, Body>,
  request: Request,
  context: RouteContext,
): Promise<Input<Params, Query, Body>> {
  const params = options.params ? parseParams(options.params, await context.params) : ({} as Params);
  const query = check(options.query ?? NOTHING, queryOf(request)) as Query;
  return { params, query, body: await readBody(options, request) };
}

async function readBody<Body>(
  options: Pick<InputOptions<unknown, unknown, Body>, "body" | "leavesBody" | "maxBodyBytes" | "takesBodyLiterally">,
  request: Request,
): Promise<Body> {
  const { leavesBody = false, maxBodyBytes: maxBytes = DEFAULT_MAX_BODY_BYTES, takesBodyLiterally: isTakenLiterally = false } = options;
  if (leavesBody || request.method === "GET" || request.method === "HEAD") return undefined as Body;
  return check(options.body ?? NOTHING, await readJsonBody(request, { maxBytes, isTakenLiterally })) as Body;
}

function parseParams<Params>(
  parsers: NonNullable<InputOptions<Params, unknown, unknown>["params"]>,
  given: Record<string, unknown>,
): Params {
  const entries = Object.entries(parsers) as [string, (value: unknown) => unknown][];
  return Object.fromEntries(entries.map(([name, parse]) => [name, parse(given[name])])) as Params;
}

/** A key that comes twice becomes a list, which no schema of ours takes for a text. */
function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  const query: Record<string, string | string[]> = Object.create(null);
  for (const key of new Set(searchParams.keys())) {
    const [first, ...more] = searchParams.getAll(key).map(storableText);
    query[key] = more.length > 0 ? [first as string, ...more] : (first as string);
  }
  return { ...query };
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.slice(0, 50).map(issueOf));
}

function issueOf(issue: z.core.$ZodIssue): InputIssue {
  return { path: issue.path.map(String).join("."), message: issue.message };
}
