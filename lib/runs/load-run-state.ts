import type { UIMessageChunk } from "ai";
import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { runAgentOf, type StoredRunAgent, selectRunAgent } from "#lib/agent-profiles/select-agent.ts";
import { type StoredGrants, selectGrants } from "#lib/grants/select-grants.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { allowanceOf, type StoredAllowance, selectAllowance } from "#lib/limits/allowance.ts";
import { type StoredServerTools, selectServerTools } from "#lib/mcp-servers/select-server-tools.ts";
import { type SetUp, selectSetUp } from "#lib/organizations/select-set-up.ts";
import { policyOf, type StoredPolicy, selectPolicy } from "#lib/policies/load-policy.ts";
import { type StoredSkills, selectActiveSkills, skillsText } from "#lib/skills/active-skills.ts";
import { type Summary, selectSummary } from "#lib/summaries/select-summary.ts";
import type { CallRow, HistoryMessage, RunRow, RunState, StepRow } from "./run-state.ts";
import { selectCallApproval } from "./select-call-approval.ts";

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
}

/** How much of a chat the model reads: its last messages. */
const HISTORY_MESSAGES = 60;

/**
 * Reads a run inside the caller's transaction, in one round trip. Null when it does not exist.
 * @param options.isFresh it was made in this transaction: nothing was streamed yet
 * @param options.isAlone nobody needs to know what was said before it (a call over MCP)
 */
export async function loadRunState(
  sql: TenantSql,
  tenantId: TenantId,
  runId: RunId,
  options: { isFresh: boolean; isAlone?: boolean },
): Promise<RunState | null> {
  const runs = sql<(RunRow & Stored)[]>`
    select ${selectPolicy(sql, tenantId)} as policy, ${selectRunAgent(sql, tenantId, { chatId: sql`r.chat_id`, agentVersion: sql`r.agent_version` })} as agent,
           ${selectGrants(sql, tenantId, { id: sql`r.id`, userId: sql`r.user_id`, chatId: sql`r.chat_id`, scheduleId: sql`r.schedule_id` })} as grants, ${selectServerTools(sql, tenantId)} as "serverTools", ${selectSetUp(sql, tenantId)} as "setUp", ${selectActiveSkills(sql, tenantId)} as skills, ${selectSummary(sql, tenantId, sql`r.chat_id`)} as summary, ${selectAllowance(sql, tenantId, sql`r.user_id`)} as allowance,
           r.id, r.chat_id as "chatId", r.user_message_id as "userMessageId", r.assistant_message_id as "assistantMessageId", r.trigger,
           r.user_id as "userId", r.schedule_id as "scheduleId", r.step, r.iterations, r.usage, jsonb_build_object('microUsd', r.micro_usd, 'unpricedTokens', r.unpriced_tokens) as cost, r.status, r.epoch, r.lease_owner as "leaseOwner", r.interruptions, r.active_ms as "activeMs",
           r.created_at as "createdAt", r.cancel_requested_at is not null as "isCancelRequested", r.is_dry_run as "isDryRun", m.role
      from runs r
      left join memberships m on m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.removed_at is null
     where r.tenant_id = ${tenantId} and r.id = ${runId}`;
  // An answer stands behind the message that it answers, also when others were sent while it was being written.
  const history = sql<HistoryMessage[]>`
    with asked as (
      select r.chat_id, u.seq from runs r join messages u on u.tenant_id = r.tenant_id and u.id = r.user_message_id
       where r.tenant_id = ${tenantId} and r.id = ${runId}
    ), recent as (
      select m.id, m.role, m.run_id, m.author_id, case when m.role = 'user' then m.parts else '[]' end as parts,
             case when m.role = 'user' then m.seq else coalesce((
               select u.seq from runs r join messages u on u.tenant_id = r.tenant_id and u.id = r.user_message_id
                where r.tenant_id = m.tenant_id and r.id = m.run_id), m.seq) end as place
        from asked join messages m on m.tenant_id = ${tenantId} and m.chat_id = asked.chat_id and (m.role = 'assistant' or m.seq <= asked.seq)
       order by m.seq desc limit ${options.isAlone ? 1 : HISTORY_MESSAGES}
    )
    select m.id, m.role, m.run_id as "runId", m.author_id as "authorId", u.name as "authorName", m.parts, coalesce(d.is_dry_run, false) as "isDryRun", m.place
      from asked, recent m left join users u on u.id = m.author_id left join runs d on d.tenant_id = ${tenantId} and d.id = m.run_id
     where (m.place < asked.seq or (m.role = 'user' and m.place = asked.seq))
       and m.place > coalesce((select through_seq from chat_summaries where tenant_id = ${tenantId} and chat_id = asked.chat_id), 0)
     order by m.place, m.role = 'assistant'`;
  // As an array, which the index takes whole: with a subquery, a plan made while the tables were small reads the organization's other runs too.
  const earlier = options.isAlone
    ? sql`select ${runId}::uuid`
    : sql`
      select ${runId}::uuid as run_id union
      select run_id from (
        select m.run_id from messages m
         where m.tenant_id = ${tenantId} and m.role = 'assistant' and m.run_id is not null
           and m.chat_id = (select chat_id from runs where tenant_id = ${tenantId} and id = ${runId})
         order by m.seq desc limit ${HISTORY_MESSAGES / 2}) told`;
  const steps = sql<StepRow[]>`
    select run_id as "runId", step, message from run_steps
     where tenant_id = ${tenantId} and run_id = any(array(${earlier})) order by run_id, step`;
  const calls = sql<CallRow[]>`
    select c.id, c.run_id as "runId", c.tool_call_id as "toolCallId", c.step, c.position, c.tool, c.effect, c.status, c.rule_id as "ruleId",
           c.model_text as "modelText", c.tokens, c.micro_usd as "microUsd", c.created_at as "createdAt", c.started_at as "startedAt",
           case when c.run_id = ${runId} then c.input end as input, case when c.run_id = ${runId} then c.edited_input end as "editedInput",
           ${selectCallApproval(sql)} as approval
      from tool_calls c
     where c.tenant_id = ${tenantId} and c.run_id = any(array(${earlier})) order by c.run_id, c.step, c.position`;
  const events = options.isFresh
    ? []
    : sql<
        { seq: number; chunks: UIMessageChunk[] }[]
      >`select seq, chunks from run_events where tenant_id = ${tenantId} and run_id = ${runId} order by seq`;
  // The messages first: a summary that is stored in between is then told beside them. The other way round they would be told by neither.
  const [messages, [row], stepRows, callRows, eventRows] = await together([history, runs, steps, calls, events]);
  if (!row) return null;
  const { policy, agent: stored, grants, serverTools, setUp, allowance, skills, summary, ...run } = row;
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
    summary: options.isAlone ? null : summary,
    history: messages,
    steps: stepRows,
    calls: callRows,
    chunks: eventRows.flatMap((row) => row.chunks),
    lastSeq: eventRows.at(-1)?.seq ?? 0,
  };
}
