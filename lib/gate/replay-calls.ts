import type { TenantSql } from "#db/tenant.ts";
import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import { agentOf, type StoredAgent, selectAgent } from "#lib/agent-profiles/select-agent.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import { type EntryPoint, ROLE_OF_WHO_LEFT, type Role, type TenantContext } from "#lib/context.ts";
import type { AgentId, TenantId, ToolCallId, UserId } from "#lib/ids.ts";
import { type BrokenPolicy, isBroken } from "#lib/policies/load-policy.ts";
import type { Policy } from "#lib/policies/policy.ts";
import { kindsRead, readFromOf, type StoredReadFrom } from "#lib/tools/read-from.ts";
import type { Authority } from "./authority.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { loadRules } from "./load-rules.ts";
import { toolsOf } from "./organization-tools.ts";
import { portionsOf } from "./portions.ts";
import { summarizeCall } from "./summarize-call.ts";

export type ReplayVerdict = "allow" | "ask" | "deny";

/** What other rules would have made of calls that were really asked for. */
export interface Replay {
  /** Calls that were judged again: the latest 100,000 at most. */
  replayed: number;
  /** False: there were more. */
  isWhole: boolean;
  /**
   * Of them, those of a time when it was not recorded what a run had read: they are judged as if it had read nothing. Counted where rules ask for it, in force
   * or in the draft.
   */
  unknownReading: number;
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
  tool: string;
  input: unknown;
  entryPoint: EntryPoint;
  userId: UserId;
  role: Role | null;
  agentId: AgentId | null;
  readBefore: StoredReadFrom;
  createdAt: Date;
  isReadable: boolean;
}

const MAX_CALLS = 100_000;
/** Looked for at once. */
const PLACES_AT_ONCE = 1_000;
/** Read and judged at once, while nobody else is answered: some ten milliseconds. */
const AT_ONCE = 200;
/** The arguments of what is read at once, as text: one call may carry four million characters, and two hundred such would not fit into memory. */
const MAX_BYTES_AT_ONCE = 8 * 1024 * 1024;
const MAX_EXAMPLES = 50;

/**
 * Judges recorded calls by the rules in force and by a draft, with the present rights of those whose calls they were and of their agents, and tells
 * which would go another way. What a run had read when a call was decided is as the call's record has it. By the code that judges for a run; standing
 * approvals are left out, because they answer what a rule asks. Nothing is stored and nothing runs.
 */
export async function replayCalls(ctx: TenantContext, { since, draft }: { since: Date; draft: Omit<Policy, "version"> }): Promise<Replay> {
  requireRole(ctx, "owner", "admin", "auditor");
  const [{ policy: inForce, ...tools }, agents] = await ctx.db.sql((sql) =>
    Promise.all([loadRules(sql, ctx.tenantId), loadAgents(sql, ctx.tenantId)]),
  );
  const drafted = { ...draft, version: inForce.version };
  const counts = new Map<string, number>();
  const examples: ReplayExample[] = [];
  const asksForReading = [inForce, drafted].some((policy) => !isBroken(policy) && policy.rules.some((rule) => rule.afterReading));
  let [replayed, unknownReading] = [0, 0];
  for await (const call of recordedCalls(ctx, since)) {
    if (replayed === MAX_CALLS) return { replayed, isWhole: false, unknownReading, flips: flipsOf(counts), examples };
    replayed += 1;
    if (asksForReading && call.readBefore === null) unknownReading += 1;
    const judge = (policy: Policy | BrokenPolicy) =>
      verdictOf(ctx, call, { policy, ...tools, agent: call.agentId === null ? null : (agents.get(call.agentId) ?? null) });
    const [from, to] = [await judge(inForce), await judge(drafted)];
    if (from.verdict === to.verdict) continue;
    const way = `${from.verdict} ${to.verdict}`;
    counts.set(way, (counts.get(way) ?? 0) + 1);
    if (call.isReadable && examples.length < MAX_EXAMPLES) examples.push(exampleOf(call, from.verdict, to, tools.serverTools));
  }
  return { replayed, isWhole: true, unknownReading, flips: flipsOf(counts), examples };
}

/** Those that were deleted too: what they may do is nothing. */
async function loadAgents(sql: TenantSql, tenantId: TenantId): Promise<Map<AgentId, AgentBounds>> {
  const rows = await sql<
    { agent: StoredAgent }[]
  >`select ${selectAgent(sql, tenantId, sql`each.id`)} as agent from agents each where each.tenant_id = ${tenantId}`;
  return new Map(rows.flatMap(({ agent }) => agentOf(agent) ?? []).map((agent) => [agent.id, agent]));
}

interface Judged {
  verdict: ReplayVerdict;
  ruleId: string;
  reason: string;
}

async function verdictOf(
  { tenantId }: TenantContext,
  call: RecordedCall,
  by: Pick<Authority, "policy" | "serverTools" | "setUp" | "agent">,
): Promise<Judged> {
  const { userId, entryPoint, tool, input } = call;
  const facts = { role: call.role ?? ROLE_OF_WHO_LEFT, entryPoint, afterReading: kindsRead(readFromOf(call.readBefore)) };
  const authority = { tenantId, userId, ...facts, ...by, grants: [], isDryRun: false } as const;
  const rawArguments = typeof input === "string" ? input : JSON.stringify(input);
  const { verdict, ruleId, reason } = await evaluateCall(authority, { name: tool, rawArguments });
  return { verdict: verdict === "refuse" ? "deny" : verdict, ruleId, reason };
}

function exampleOf(
  { id, tool, input, createdAt }: RecordedCall,
  from: ReplayVerdict,
  { verdict: to, ruleId, reason }: Judged,
  serverTools: Authority["serverTools"],
): ReplayExample {
  const definition = toolsOf({ serverTools }).getTool(tool);
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

interface Place {
  id: ToolCallId;
  place: string;
  bytes: number;
}

/** The newest first; calls whose arguments could not be read go no way by any rules. */
async function* recordedCalls(ctx: TenantContext, since: Date): AsyncGenerator<RecordedCall> {
  let before: Place | null = null;
  for (;;) {
    const places: Place[] = await findPlaces(ctx, since, before);
    for (const some of portionsOf(places, { items: AT_ONCE, bytes: MAX_BYTES_AT_ONCE })) yield* await readCalls(ctx, some);
    before = places.at(-1) ?? null;
    if (places.length < PLACES_AT_ONCE) return;
  }
}

function findPlaces({ tenantId, db }: TenantContext, since: Date, before: Place | null): Promise<Place[]> {
  return db.sql(
    (sql) => sql<Place[]>`
      select id, created_at::text as place, octet_length(input::text) as bytes from tool_calls
       where tenant_id = ${tenantId} and created_at >= ${since} and kind is distinct from 'invalid_call'
         ${before ? sql`and (created_at, id) < (${before.place}::timestamptz, ${before.id}::uuid)` : sql``}
       order by created_at desc, id desc limit ${PLACES_AT_ONCE}`,
  );
}

function readCalls(ctx: TenantContext, places: readonly Place[]): Promise<RecordedCall[]> {
  return ctx.db.sql(
    (sql) => sql<RecordedCall[]>`
      select t.id, t.tool, t.input, t.entry_point as "entryPoint", t.user_id as "userId", m.role, c.agent_id as "agentId",
             t.read_before as "readBefore", t.created_at as "createdAt",
             c.deleted_at is null and ${openChat(sql, ctx)} as "isReadable"
        from tool_calls t
        join chats c on c.tenant_id = t.tenant_id and c.id = t.chat_id
        left join memberships m on m.tenant_id = t.tenant_id and m.user_id = t.user_id and m.removed_at is null
       where t.tenant_id = ${ctx.tenantId} and t.id in ${sql(places.map(({ id }) => id))}
       order by t.created_at desc, t.id desc`,
  );
}
