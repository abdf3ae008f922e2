import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import type { GrantSubject } from "#lib/grants/create-grant.ts";
import type { Pin } from "#lib/grants/grant.ts";
import { loadServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { argumentAt, canHold } from "./argument-at.ts";
import { bindFiles } from "./bind-files.ts";
import { toolsOf } from "./organization-tools.ts";
import type { RegisteredTool } from "./registered-tool.ts";
import { covers } from "./standing-approval.ts";
import { workspaceOf } from "./workspace.ts";

/** Of what it covers, as JSON: all that stand for a member are read with the rules in each transaction of a run. The longest command fits. */
const MAX_CHARS = 24_000;

/** What somebody wants to agree to beforehand: one call, or calls whose arguments are pinned. */
export interface WantedGrant {
  tool: string;
  /** The arguments of the one call; for a pattern, of a call that it must cover, when there is one. */
  input: Record<string, unknown> | null;
  pins: Pin[] | null;
  /** Made on a call's card: the files that it runs, as the card shows them; null: none. Not given: as they stand now. */
  files?: readonly BoundFile[] | null;
}

/**
 * Whether a standing approval can be made of this: the tool is there, the arguments fit it, its pins can be true of a call, and a pattern made on a
 * call's card covers that call, in all that it does. Says nothing of what rules say of such calls; they are asked whenever one is made.
 * @throws AppError 400 `invalid_request`
 */
export async function judgeGrant({ db, tenantId }: TenantContext, { tool: name, input, pins, files }: WantedGrant): Promise<GrantSubject> {
  const definition = toolsOf({ serverTools: await db.sql((sql) => loadServerTools(sql, { tenantId })) }).getTool(name);
  if (!definition) throw invalidRequest([{ path: "tool", message: "There is no tool of this name." }]);
  const { name: tool, version: toolVersion } = definition;
  const [issue] = (input && definition.validate(input)) ?? [];
  if (issue) throw invalidRequest([{ path: issue.path ? `input.${issue.path}` : "input", message: issue.message }]);
  requireShort(pins ?? input);
  if (pins === null) {
    const bound = files === undefined ? await bindFiles(() => workspaceOf(tenantId), definition, input) : (files ?? []);
    return { tool, toolVersion, input, pins, files: bound.length > 0 ? bound : null };
  }
  if (input) {
    const parts = (await definition.partsOf?.(input)) ?? [];
    if (!covers({ tool, toolVersion, input: null, pins }, { tool, toolVersion, input, parts })) {
      throw new AppError("invalid_request", "These pins do not cover the call on this card, or not all that it does.", {
        issues: [{ path: "grant.pins", message: "Must be true of this call and of each of its parts." }],
      });
    }
  } else requirePossible(definition, pins);
  return { tool, toolVersion, input: null, pins, files: null };
}

/** One that is never true would stand there and answer for nothing, while its maker waits for what it covers. */
function requirePossible({ name, inputSchema }: RegisteredTool, pins: readonly Pin[]): void {
  const at = pins.findIndex((pin) => !canHold(inputSchema, pin));
  const pin = pins[at];
  if (!pin) return;
  const message = argumentAt(inputSchema, pin.pointer)
    ? `What stands at ${pin.pointer} of ${name} is of another type, so that this is true of no call.`
    : `${name} has no argument at ${pin.pointer}, so that this is true of no call.`;
  throw invalidRequest([{ path: `pins.${at}`, message }]);
}

function requireShort(cover: unknown): void {
  const { length } = JSON.stringify(cover);
  if (length <= MAX_CHARS) return;
  const detail = `What a standing approval covers may have ${MAX_CHARS} characters, and this has ${length}. Approve such calls one by one.`;
  throw new AppError("invalid_request", detail, { issues: [{ path: "input", message: "Too long." }] });
}
