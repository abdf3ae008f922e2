import { systemStatement } from "#db/system.ts";
import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import { isUuid, newId, type RunId, type ScheduleId, type ScheduleRunId, type TenantId, type UserId } from "#lib/ids.ts";
import { countAttempt } from "#lib/rate-limit/attempts.ts";
import { stopRun } from "#lib/runs/stop-run.ts";
import { storableText } from "#lib/storable.ts";
import { sliceText } from "#lib/tools/slice-text.ts";
import { findInstructionPhrases, wrapUntrusted } from "#lib/tools/untrusted.ts";
import { lockSchedule } from "./find-schedule.ts";
import { type BegunRun, insertScheduledRun } from "./insert-scheduled-run.ts";
import { openFirings } from "./open-firings.ts";
import { decideOverlap } from "./overlap.ts";
import { requireCreator } from "./require-creator.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import type { ScheduleRunStatus } from "./states.ts";
import { traceFiring } from "./trace-firing.ts";
import { openWebhookSecret } from "./webhook-secret.ts";
import { deliveryOf } from "./webhook-signature.ts";

/** What a webhook may be sent, in bytes. */
export const MAX_DELIVERY_BYTES = 262_144;
/** How much of it the agent reads, in characters. */
const MAX_READ_CHARS = 50_000;
const WINDOW_SECONDS = 60;
const DELIVERIES_PER_WINDOW = 60;

/** What became of a delivery: its run, or why there is none. */
interface ReceivedDelivery {
  runId: RunId | null;
  status: ScheduleRunStatus;
  reason: string | null;
}

interface Delivery {
  id: string;
  headers: Headers;
  body: Uint8Array;
}

/**
 * Somebody calls the webhook of a schedule: its prompt is answered together with what was sent, which the agent is told to read as data, in the name and
 * with the present rights of its creator, through the same gate as ever. The same delivery again is answered like the first time and begins nothing.
 *
 * A schedule that there is not, one without a webhook and a signature that is wrong are refused alike.
 * @throws AppError 401; 400 for what is no text in UTF-8; 409 `illegal_transition` for one that is not active, `conflict` when its creator may start no
 * runs; 429 past 60 deliveries a minute
 */
export async function receiveDelivery(delivery: Delivery, now: Date = new Date()): Promise<ReceivedDelivery> {
  const { tenantId, id, createdBy, deliveryId } = await authenticate(delivery, now);
  const text = textOf(delivery.body);
  const db = tenantDb(tenantId);
  const begun = await db.sql(async (sql) => {
    const creator = await requireCreator(sql, { tenantId, db }, { createdBy });
    const row = await lockSchedule(sql, creator, id);
    const known = await findDelivery(sql, tenantId, id, deliveryId);
    if (known) return { known };
    refuseUnable(row);
    await refuseTooMany(sql, id);
    return begin(sql, creator, row, { deliveryId, text });
  });
  if ("known" in begun) return begun.known;
  notifySoon(...begun.notices);
  traceFiring({ ...begun, tenantId, scheduleId: id, cause: "webhook", startedAt: now });
  return { runId: begun.runId, status: begun.runId ? "queued" : "skipped", reason: begun.reason };
}

async function authenticate({ id, headers, body }: Delivery, now: Date) {
  const row = isUuid(id) ? await findSecret(id as ScheduleId) : undefined;
  const secret = row && openWebhookSecret(row.secret, row.tenantId, row.id);
  const deliveryId = secret ? deliveryOf(headers, body, secret, now) : null;
  if (!row || deliveryId === null)
    throw new AppError("unauthenticated", "Sign the call as Standard Webhooks or GitHub do, with the secret of this webhook.");
  return { ...row, deliveryId };
}

async function findSecret(id: ScheduleId) {
  const [row] = await systemStatement(
    (sql) => sql<{ id: ScheduleId; tenantId: TenantId; createdBy: UserId; secret: string }[]>`
      select id, tenant_id as "tenantId", created_by as "createdBy", webhook_secret as secret from schedules
       where id = ${id} and webhook_secret is not null`,
  );
  return row;
}

function textOf(body: Uint8Array): string {
  try {
    return storableText(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalidRequest([{ path: "", message: "The body is not text in UTF-8." }]);
  }
}

async function findDelivery(sql: TenantSql, tenantId: TenantId, id: ScheduleId, deliveryId: string): Promise<ReceivedDelivery | undefined> {
  const [known] = await sql<ReceivedDelivery[]>`
    select run_id as "runId", status, reason from schedule_runs
     where tenant_id = ${tenantId} and schedule_id = ${id} and delivery_id = ${deliveryId}`;
  return known;
}

/** Its clock has nothing to do with it: one whose single time has come can still be called. */
function refuseUnable({ status }: ScheduleRow): void {
  if (status === "active" || status === "completed") return;
  throw new AppError("illegal_transition", `A schedule that is ${status} does not run when it is called.`, { from: status });
}

async function refuseTooMany(sql: TenantSql, id: ScheduleId): Promise<void> {
  if ((await countAttempt(sql, `webhook:${id}`, WINDOW_SECONDS)) <= DELIVERIES_PER_WINDOW) return;
  throw new AppError("rate_limited", `More than ${DELIVERIES_PER_WINDOW} deliveries in a minute. Try again later.`, {
    retryAfterMs: WINDOW_SECONDS * 1_000,
  });
}

type Begun = Omit<BegunRun, "runId"> & { runId: RunId | null; scheduleRunId: ScheduleRunId; reason: string | null };

async function begin(
  sql: TenantSql,
  creator: TenantContext,
  row: ScheduleRow,
  { deliveryId, text }: { deliveryId: string; text: string },
): Promise<Begun> {
  const { tenantId } = creator;
  const verdict = decideOverlap(row.overlap, await openFirings(sql, tenantId, row.id));
  const reason = verdict.kind === "skip" ? verdict.reason : null;
  if (verdict.kind === "replace") for (const runId of verdict.runIds) await stopRun(sql, creator, runId);
  const scheduleRunId = newId<ScheduleRunId>();
  // Two in one millisecond are two: the later takes the next one.
  await sql`
    insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status, reason, ended_at, delivery_id)
    select ${tenantId}, ${scheduleRunId}, ${row.id}, 'webhook',
           greatest(date_trunc('milliseconds', clock_timestamp()), max(f.scheduled_for) + interval '1 millisecond'),
           ${reason === null ? "queued" : "skipped"}, ${reason}, case when ${reason !== null} then now() end, ${deliveryId}
      from schedule_runs f where f.tenant_id = ${tenantId} and f.schedule_id = ${row.id} and f.cause = 'webhook'`;
  const message = messageOf(row.prompt, text);
  const begun = reason === null ? await insertScheduledRun(sql, creator, { ...row, scheduleId: row.id, message }, scheduleRunId) : null;
  const facts = { name: row.name, deliveryId, runId: begun?.runId ?? null };
  await recordAudit(sql, { tenantId, actorId: null, action: "schedule-webhook-call", subject: `schedule:${row.id}`, facts });
  return { runId: begun?.runId ?? null, notices: begun?.notices ?? [{ type: "schedule-changed", tenantId }], scheduleRunId, reason };
}

/** What was sent may come from anybody whom its sender lets speak: an issue's title, a customer's words. */
function messageOf(prompt: string, text: string): string {
  if (text.trim() === "") return prompt;
  const { content, next } = sliceText(text, 0, MAX_READ_CHARS);
  const cut = next === null ? "" : `\n[cut: the first ${next} of ${text.length} characters]`;
  return `${prompt}\n\n${wrapUntrusted(`${content}${cut}`, "whoever called the webhook", findInstructionPhrases(content))}`;
}
