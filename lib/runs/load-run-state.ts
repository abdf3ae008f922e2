import type { UIMessageChunk } from "ai";
import type { TenantSql } from "#db/tenant.ts";
import { runAgentOf, type StoredRunAgent, selectRunAgent } from "#lib/agent-profiles/select-agent.ts";
import { type StoredGrants, selectGrants } from "#lib/grants/select-grants.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { allowanceOf, type StoredAllowance, selectAllowance } from "#lib/limits/allowance.ts";
import { type StoredServerTools, selectServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import { type SetUp, selectSetUp } from "#lib/organizations/select-set-up.ts";
import { policyOf, type StoredPolicy, selectPolicy } from "#lib/policies/load-policy.ts";
import { type StoredSkills, selectActiveSkills, skillsText } from "#lib/skills/active-skills.ts";
import { type Summary, selectSummary } from "#lib/summaries/select-summary.ts";
import { readFromOf, type StoredReadFrom } from "#lib/tools/read-from.ts";
import type { CallRow, HistoryMessage, RunRow, RunState, StepRow } from "./run-state.ts";
import { selectCallApproval } from "./select-call-approval.ts";
import { selectReadFrom } from "./select-read-from.ts";

/** What is read with the run, as it is stored. */
interface Stored {
  policy: StoredPolicy | null;
  agent: StoredRunAgent;
  grants: StoredGrants;
  serverTools: StoredServerTools;
  setUp: SetUp[];
  allowance: StoredAllowance;
  skills: StoredSkills;
  summary: Summary | null;
  readFrom: StoredReadFrom;
  /** These four: null where there is nothing. */
  history: HistoryMessage[] | null;
  steps: StepRow[] | null;
  calls: StoredCall[] | null;
  events: { seq: number; chunks: UIMessageChunk[] }[] | null;
}

/** A call as JSON: its times are texts. */
type StoredCall = Omit<CallRow, "createdAt" | "startedAt"> & { createdAt: string; startedAt: string | null };

/** How much of a chat the model reads: its last messages. */
const HISTORY_MESSAGES = 60;

/**
 * Reads a run inside the caller's transaction, in one statement: each that is answered by itself wakes this process once more, and all is of one moment.
 * Null when it does not exist.
 * @param options.isFresh it was made in this transaction: nothing was streamed yet
 * @param options.isAlone nobody needs to know what was said before it (a call over MCP)
 */
export async function loadRunState(
  sql: TenantSql,
  tenantId: TenantId,
  runId: RunId,
  options: { isFresh: boolean; isAlone?: boolean },
): Promise<RunState | null> {
  const { isFresh, isAlone = false } = options;
  const [row] = await sql<(RunRow & Stored)[]>`
    with told as materialized (select array(${selectToldRuns(sql, tenantId, runId, isAlone)}) as run_ids)
    select ${selectPolicy(sql, tenantId)} as policy,
           ${selectRunAgent(sql, tenantId, { chatId: sql`r.chat_id`, agentVersion: sql`r.agent_version` })} as agent,
           ${selectGrants(sql, tenantId, ofRun(sql))} as grants,
           ${selectServerTools(sql, tenantId)} as "serverTools",
           ${selectSetUp(sql, tenantId)} as "setUp",
           ${selectActiveSkills(sql, tenantId)} as skills,
           ${selectSummary(sql, tenantId, sql`r.chat_id`)} as summary,
           ${selectReadFrom(sql, tenantId, sql`r.chat_id`)} as "readFrom",
           ${selectAllowance(sql, tenantId, sql`r.user_id`)} as allowance,
           ${selectHistory(sql, tenantId, runId, isAlone)} as history,
           ${selectSteps(sql, tenantId)} as steps,
           ${selectCalls(sql, tenantId, runId)} as calls,
           ${isFresh ? sql`null::json` : selectEvents(sql, tenantId, runId)} as events,
           r.id, r.chat_id as "chatId", r.user_message_id as "userMessageId", r.assistant_message_id as "assistantMessageId", r.trigger,
           r.user_id as "userId", r.schedule_id as "scheduleId", r.step, r.iterations, r.usage,
           jsonb_build_object('microUsd', r.micro_usd, 'unpricedTokens', r.unpriced_tokens) as cost, r.status, r.epoch, r.lease_owner as "leaseOwner",
           r.interruptions, r.active_ms as "activeMs", r.created_at as "createdAt", r.cancel_requested_at is not null as "isCancelRequested",
           r.is_dry_run as "isDryRun", m.role
      from runs r
      left join memberships m on m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.removed_at is null
     where r.tenant_id = ${tenantId} and r.id = ${runId}`;
  if (!row) return null;
  const {
    policy,
    agent: stored,
    grants,
    serverTools,
    setUp,
    allowance,
    skills,
    summary,
    readFrom,
    history,
    steps,
    calls,
    events,
    ...run
  } = row;
  const agent = runAgentOf(stored);
  return {
    run,
    policy: policyOf(tenantId, policy),
    agent,
    grants: grants ?? [],
    serverTools: serverTools ?? [],
    setUp,
    allowance: allowanceOf(tenantId, allowance),
    skills: skills ? await skillsText(skills, agent?.settings?.skills ?? null) : "",
    summary: isAlone ? null : summary,
    readFrom: readFromOf(readFrom),
    history: history ?? [],
    steps: steps ?? [],
    calls: (calls ?? []).map(callOf),
    chunks: (events ?? []).flatMap(({ chunks }) => chunks),
    lastSeq: events?.at(-1)?.seq ?? 0,
  };
}

/** The run of `runs r`. */
function ofRun(sql: TenantSql) {
  return { id: sql`r.id`, userId: sql`r.user_id`, chatId: sql`r.chat_id`, scheduleId: sql`r.schedule_id` };
}

/**
 * SQL: the ids of the run and of those that its history tells of. Taken as an array, which the index takes whole: with a subquery, a plan made while the
 * tables were small reads the organization's other runs too.
 */
function selectToldRuns(sql: TenantSql, tenantId: TenantId, runId: RunId, isAlone: boolean) {
  if (isAlone) return sql`select ${runId}::uuid`;
  return sql`
    select ${runId}::uuid as run_id union
    select run_id from (
      select m.run_id from messages m
       where m.tenant_id = ${tenantId} and m.role = 'assistant' and m.run_id is not null
         and m.chat_id = (select chat_id from runs where tenant_id = ${tenantId} and id = ${runId})
       order by m.seq desc limit ${HISTORY_MESSAGES / 2}) recently`;
}

/** SQL: `HistoryMessage[]`. An answer stands behind the message that it answers, also when others were sent while it was being written. */
function selectHistory(sql: TenantSql, tenantId: TenantId, runId: RunId, isAlone: boolean) {
  return sql`(
    with asked as (
      select r.chat_id, u.seq from runs r join messages u on u.tenant_id = r.tenant_id and u.id = r.user_message_id
       where r.tenant_id = ${tenantId} and r.id = ${runId}
    ), recent as (
      select m.id, m.role, m.run_id, m.author_id, case when m.role = 'user' then m.parts else '[]' end as parts,
             case when m.role = 'user' then m.seq else coalesce((
               select u.seq from runs r join messages u on u.tenant_id = r.tenant_id and u.id = r.user_message_id
                where r.tenant_id = m.tenant_id and r.id = m.run_id), m.seq) end as place
        from asked join messages m on m.tenant_id = ${tenantId} and m.chat_id = asked.chat_id and (m.role = 'assistant' or m.seq <= asked.seq)
       order by m.seq desc limit ${isAlone ? 1 : HISTORY_MESSAGES}
    )
    select json_agg(said order by said.place, said.role = 'assistant') from (
      select m.id, m.role, m.run_id as "runId", m.author_id as "authorId", u.name as "authorName", m.parts,
             coalesce(d.is_dry_run, false) as "isDryRun", m.place
        from asked, recent m left join users u on u.id = m.author_id left join runs d on d.tenant_id = ${tenantId} and d.id = m.run_id
       where (m.place < asked.seq or (m.role = 'user' and m.place = asked.seq))
         and m.place > coalesce((select through_seq from chat_summaries where tenant_id = ${tenantId} and chat_id = asked.chat_id), 0)) said)`;
}

/** SQL: `StepRow[]` of the runs in `told`. */
function selectSteps(sql: TenantSql, tenantId: TenantId) {
  return sql`(
    select json_agg(json_build_object('runId', s.run_id, 'step', s.step, 'message', s.message) order by s.run_id, s.step) from run_steps s
     where s.tenant_id = ${tenantId} and s.run_id = any((select run_ids from told)::uuid[]))`;
}

/** SQL: `StoredCall[]` of the runs in `told`. Of earlier runs the model reads what came of a call, and what was asked for stands in their steps. */
function selectCalls(sql: TenantSql, tenantId: TenantId, runId: RunId) {
  return sql`(
    select json_agg(made order by made."runId", made.step, made.position) from (
      select c.id, c.run_id as "runId", c.tool_call_id as "toolCallId", c.step, c.position, c.tool, c.effect, c.status, c.rule_id as "ruleId",
             c.model_text as "modelText", c.tokens, c.micro_usd as "microUsd", c.created_at as "createdAt", c.started_at as "startedAt",
             case when c.run_id = ${runId} then c.input end as input, case when c.run_id = ${runId} then c.edited_input end as "editedInput",
             ${selectCallApproval(sql)} as approval
        from tool_calls c
       where c.tenant_id = ${tenantId} and c.run_id = any((select run_ids from told)::uuid[])) made)`;
}

/** SQL: what was streamed of the run, in its order. */
function selectEvents(sql: TenantSql, tenantId: TenantId, runId: RunId) {
  return sql`(
    select json_agg(json_build_object('seq', e.seq, 'chunks', e.chunks) order by e.seq) from run_events e
     where e.tenant_id = ${tenantId} and e.run_id = ${runId})`;
}

function callOf({ createdAt, startedAt, ...call }: StoredCall): CallRow {
  return { ...call, createdAt: new Date(createdAt), startedAt: startedAt === null ? null : new Date(startedAt) };
}
