import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { lockSchedule } from "./find-schedule.ts";
import { mayEdit } from "./schedule-view.ts";
import { CLOSED } from "./states.ts";
import { sealWebhookSecret } from "./webhook-secret.ts";
import { newWebhookSecret } from "./webhook-signature.ts";

/**
 * Lets programs run a schedule that sign with the secret that this answers, once; one that was given out before is void from now on. It acts in the name
 * of whoever made the schedule, so nobody else hands out the right to start it.
 * @throws AppError 404, 403, 409 `illegal_transition` for a closed one
 */
export async function setWebhook(ctx: TenantContext, { id }: { id: ScheduleId }): Promise<{ secret: string }> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const secret = newWebhookSecret();
  await ctx.db.sql(async (sql) => {
    const row = await lockSchedule(sql, ctx, id);
    if (!mayEdit(ctx, row)) throw new AppError("forbidden", "It acts in the name of another member, so only they may let programs run it.");
    if (CLOSED.includes(row.status))
      throw new AppError("illegal_transition", `A schedule that is ${row.status} does not run.`, { from: row.status });
    await sql`
      update schedules set webhook_secret = ${sealWebhookSecret(secret, tenantId, id)}, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`;
    const facts = { name: row.name, isReplaced: row.hasWebhook };
    await recordAudit(sql, { tenantId, actorId: userId, action: "schedule-webhook-set", subject: `schedule:${id}`, facts });
    await notify(sql, { type: "schedule-changed", tenantId });
  });
  return { secret };
}

/**
 * From this commit on no program can run it. Whoever may pause a schedule may do so.
 * @throws AppError 404, 403
 */
export async function removeWebhook(ctx: TenantContext, { id }: { id: ScheduleId }): Promise<undefined> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const { name, hasWebhook } = await lockSchedule(sql, ctx, id);
    if (!hasWebhook) return;
    await sql`update schedules set webhook_secret = null, updated_at = now() where tenant_id = ${tenantId} and id = ${id}`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "schedule-webhook-remove", subject: `schedule:${id}`, facts: { name } });
    await notify(sql, { type: "schedule-changed", tenantId });
  });
}
