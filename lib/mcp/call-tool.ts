import { relayedText } from "#lib/agent/models/index.ts";
import { runAgent } from "#lib/agent/run-agent.ts";
import { canonicalJson } from "#lib/canonical-json.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { followRun } from "#lib/events/follow-run.ts";
import { awaitingWords, readKnownNames } from "#lib/gate/index.ts";
import { type ApprovalId, isUuid, newId, type RunId } from "#lib/ids.ts";
import type { ToolCallKind, ToolCallStatus } from "#lib/runs/states.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";
import { chatOfCalls } from "./chat-of-calls.ts";

export interface McpCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Of the request that an earlier, same call raised: answers what became of it, and calls nothing anew. */
  approvalId?: unknown;
}

/** What a client reads. `text`: the content, or `REFUSED …`, `AWAITING APPROVAL: …`, `ERROR …`. */
export interface McpAnswer {
  text: string;
  isError: boolean;
  /** The call waits for people: to be sent again with this, once somebody has decided. */
  approvalId?: ApprovalId;
  runId?: RunId;
  kind?: ToolCallKind | null;
}

/** Longer than any tool may take. */
const LONGEST_MS = 125_000;
/** Another call may have taken the chat between two looks, and each time one gets through. */
const ATTEMPTS = 30;

/** The chat was taken, or deleted, since it was chosen. */
const LOST_CHAT: readonly string[] = ["run_in_progress", "not_found"];

/**
 * One call of a client outside, through the same loop, gate and record as a model's. Never waits for people: a call that a rule asks about answers at
 * once with the id of its request.
 * @throws AppError as `sendMessage`
 */
export async function callTool(ctx: TenantContext, call: McpCall): Promise<McpAnswer> {
  return call.approvalId === undefined ? makeCall(ctx, call) : answerOf(ctx, call, call.approvalId);
}

async function makeCall(ctx: TenantContext, { name, arguments: given }: McpCall): Promise<McpAnswer> {
  const text = relayedText([{ tool: name, arguments: given }]);
  for (let attempt = 1; ; attempt += 1) {
    const chatId = await chatOfCalls(ctx, { isAfterCollision: attempt > 1 });
    try {
      const { runId, claimed } = await sendMessage(ctx, { chatId, text, clientMessageId: newId(), entryPoint: "mcp" });
      // Not until the chat has answered what others said in it meanwhile.
      if (claimed) await new Promise<void>((resolve) => void runAgent(claimed, resolve));
      return await outcomeOf(ctx, runId);
    } catch (error) {
      if (!(error instanceof AppError && LOST_CHAT.includes(error.code)) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What became of a call that waited. Only for who made it, and only for the very same call. */
async function answerOf(ctx: TenantContext, { name, arguments: given }: McpCall, approvalId: unknown): Promise<McpAnswer> {
  const asked = isUuid(approvalId) ? await findAsked(ctx, approvalId as ApprovalId) : undefined;
  if (!asked) return failed("not_found", "No request of yours has this id. Leave _meta.approvalId out to make the call.");
  const knownName = await readKnownNames(ctx);
  if (asked.tool !== knownName(name) || canonicalJson(asked.input) !== canonicalJson(given)) {
    return failed("invalid_arguments", "This approvalId is of another call. Send the very same tool and arguments, or leave it out.");
  }
  if (asked.status !== "pending") await untilEnded(ctx, asked.runId);
  return outcomeOf(ctx, asked.runId);
}

interface Asked {
  runId: RunId;
  tool: string;
  input: unknown;
  status: string;
}

async function findAsked({ db, tenantId, userId }: TenantContext, id: ApprovalId): Promise<Asked | undefined> {
  const [asked] = await db.sql(
    (sql) => sql<Asked[]>`
      select run_id as "runId", tool, input, status from approvals
       where tenant_id = ${tenantId} and id = ${id} and requested_by = ${userId} and entry_point = 'mcp'`,
  );
  return asked;
}

/** A decided call may be running now. One that takes longer than any may is told of as it stands. */
async function untilEnded({ db }: TenantContext, runId: RunId): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(ended.resolve, LONGEST_MS);
  const leave = followRun(db, runId, 0, { events: () => undefined, end: ended.resolve });
  await ended.promise;
  clearTimeout(timer);
  leave();
}

interface Stored {
  status: ToolCallStatus | null;
  kind: ToolCallKind | null;
  modelText: string | null;
  outcome: ToolOutcome | null;
  approvalId: ApprovalId | null;
  reason: string | null;
  error: string | null;
}

async function outcomeOf({ db, tenantId }: TenantContext, runId: RunId): Promise<McpAnswer> {
  const [row] = await db.sql(
    (sql) => sql<Stored[]>`
      select t.status, t.kind, t.model_text as "modelText", t.outcome, a.id as "approvalId", a.reason, r.error
        from runs r
        left join tool_calls t on t.tenant_id = r.tenant_id and t.run_id = r.id
        left join approvals a on a.tenant_id = r.tenant_id and a.call_id = t.id and a.status in ('pending', 'approved')
       where r.tenant_id = ${tenantId} and r.id = ${runId}`,
  );
  if (!row) throw new Error(`Run ${runId} is gone.`);
  const { status, kind, modelText, outcome, approvalId, reason, error } = row;
  if (modelText !== null) return { text: modelText, isError: outcome?.ok !== true, runId, kind };
  if (approvalId !== null) {
    const isDecided = status !== "awaiting-approval";
    const text = isDecided ? "The call is under way. Send it again with the same approvalId." : awaitingWords(reason ?? "");
    return { text, isError: false, runId, approvalId };
  }
  return { ...failed("interrupted", error ?? "The call was not made. Look at its chat, and make it again."), runId };
}

function failed(code: string, message: string): McpAnswer {
  return { text: `ERROR [${code}]: ${message}`, isError: true };
}
