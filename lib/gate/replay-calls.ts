import { requireRole } from "#lib/auth/require-role.ts";
import type { EntryPoint, Role, TenantContext } from "#lib/context.ts";
import type { ToolCallId, UserId } from "#lib/ids.ts";
import { type BrokenPolicy, loadPolicy } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { getTool } from "./registry.ts";
import { summarizeCall } from "./summarize-call.ts";

export type ReplayVerdict = "allow" | "ask" | "deny";

/** What other rules would have made of calls that were really asked for. */
export interface Replay {
  /** Calls that were judged again: the latest 100,000 at most. */
  replayed: number;
  /** False: there were more. */
  isWhole: boolean;
  /** How many would have gone another way, by which. */
  flips: { from: ReplayVerdict; to: ReplayVerdict; calls: number }[];
  /** The latest of them that the reader may read: fifty at most. */
  examples: ReplayExample[];
}

export interface ReplayExample {
  id: ToolCallId;
  tool: string;
  summary: string;
  from: ReplayVerdict;
  to: ReplayVerdict;
  /** The draft's rule, and its words. */
  ruleId: string;
  reason: string;
  createdAt: Date;
}

interface RecordedCall {
  id: ToolCallId;
  place: string;
  tool: string;
  input: unknown;
  entryPoint: EntryPoint;
  userId: UserId;
  role: Role | null;
  createdAt: Date;
  isReadable: boolean;
}

const MAX_CALLS = 100_000;
const AT_ONCE = 2_000;
const MAX_EXAMPLES = 50;

/**
 * Judges recorded calls by the rules in force and by a draft, with the present rights of those whose calls they were, and tells which would go another
 * way. By the code that judges for a run; standing approvals are left out, because they answer what a rule asks. Nothing is stored and nothing runs.
 */
export async function replayCalls(ctx: TenantContext, { since, draft }: { since: Date; draft: Omit<Policy, "version"> }): Promise<Replay> {
  requireRole(ctx, "owner", "admin", "auditor");
  const inForce = await ctx.db.sql((sql) => loadPolicy(sql, ctx.tenantId));
  const drafted = { ...draft, version: inForce.version };
  const counts = new Map<string, number>();
  const examples: ReplayExample[] = [];
  let replayed = 0;
  let before: RecordedCall | null = null;
  for (;;) {
    const calls: RecordedCall[] = await readCalls(ctx, since, before);
    for (const call of calls) {
      const judge = (policy: Policy | BrokenPolicy) => verdictOf(ctx, call, policy);
      const [from, to] = [await judge(inForce), await judge(drafted)];
      if (from.verdict === to.verdict) continue;
      const way = `${from.verdict} ${to.verdict}`;
      counts.set(way, (counts.get(way) ?? 0) + 1);
      if (call.isReadable && examples.length < MAX_EXAMPLES) examples.push(exampleOf(call, from.verdict, to));
    }
    replayed += calls.length;
    before = calls.at(-1) ?? null;
    if (calls.length < AT_ONCE || replayed >= MAX_CALLS)
      return { replayed, isWhole: calls.length < AT_ONCE, flips: flipsOf(counts), examples };
  }
}

interface Judged {
  verdict: ReplayVerdict;
  ruleId: string;
  reason: string;
}

async function verdictOf({ tenantId }: TenantContext, call: RecordedCall, policy: Policy | BrokenPolicy): Promise<Judged> {
  const { userId, entryPoint, tool, input } = call;
  const authority = { tenantId, userId, role: call.role ?? "auditor", entryPoint, policy, grants: [], isDryRun: false } as const;
  const rawArguments = typeof input === "string" ? input : JSON.stringify(input);
  const { verdict, ruleId, reason } = await evaluateCall(authority, { name: tool, rawArguments });
  return { verdict: verdict === "refuse" ? "deny" : verdict, ruleId, reason };
}

function exampleOf(
  { id, tool, input, createdAt }: RecordedCall,
  from: ReplayVerdict,
  { verdict: to, ruleId, reason }: Judged,
): ReplayExample {
  const definition = getTool(tool);
  const summary = definition && input !== null && typeof input === "object" ? summarizeCall(definition, input) : tool;
  return { id, tool, summary, from, to, ruleId, reason, createdAt };
}

function flipsOf(counts: ReadonlyMap<string, number>): Replay["flips"] {
  return [...counts]
    .map(([way, calls]) => {
      const [from, to] = way.split(" ") as [ReplayVerdict, ReplayVerdict];
      return { from, to, calls };
    })
    .sort((left, right) => right.calls - left.calls);
}

/** The newest first; calls whose arguments could not be read go no way by any rules. */
function readCalls({ tenantId, userId, db }: TenantContext, since: Date, before: RecordedCall | null): Promise<RecordedCall[]> {
  return db.sql(
    (sql) => sql<RecordedCall[]>`
      select t.id, t.created_at::text as place, t.tool, t.input, t.entry_point as "entryPoint", t.user_id as "userId", m.role, t.created_at as "createdAt",
             c.visibility = 'organization' or c.created_by = ${userId} as "isReadable"
        from tool_calls t
        join chats c on c.tenant_id = t.tenant_id and c.id = t.chat_id
        left join memberships m on m.tenant_id = t.tenant_id and m.user_id = t.user_id and m.removed_at is null
       where t.tenant_id = ${tenantId} and t.created_at >= ${since} and t.kind is distinct from 'invalid_call'
         ${before ? sql`and (t.created_at, t.id) < (${before.place}::timestamptz, ${before.id}::uuid)` : sql``}
       order by t.created_at desc, t.id desc limit ${AT_ONCE}`,
  );
}
