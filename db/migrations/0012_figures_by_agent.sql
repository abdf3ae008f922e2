DROP INDEX "call_statistics_cubes";--> statement-breakpoint
DROP INDEX "run_statistics_places";--> statement-breakpoint
ALTER TABLE "call_statistics" ADD COLUMN "agent_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
ALTER TABLE "run_statistics" ADD COLUMN "agent_id" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL;--> statement-breakpoint
CREATE INDEX "call_statistics_cubes" ON "call_statistics" USING btree ("tenant_id","level","entry_point","agent_id","user_id","bucket") WHERE level <> 'delta';--> statement-breakpoint
CREATE UNIQUE INDEX "run_statistics_places" ON "run_statistics" USING btree ("tenant_id","level","user_id","agent_id","bucket","entry_point","model","is_estimated") WHERE level <> 'delta';--> statement-breakpoint
-- Figures are told apart by agent. Merged rows count each call and each run twice: under its agent (of a chat without one: the id that is all f), and once for
-- all agents (the nil id, which rows that were there have). Organization by organization: the owner obeys row-level security too.
DO $$
DECLARE
  organization uuid;
  default_agent CONSTANT uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
BEGIN
  FOR organization IN SELECT "id" FROM "organizations" LOOP
    PERFORM set_config('app.tenant_id', organization::text, true);
    IF EXISTS (SELECT 1 FROM "agents" WHERE "tenant_id" = organization) THEN
      -- Made again from the records; workers merge them as if all had just ended.
      DELETE FROM "call_statistics" WHERE "tenant_id" = organization;
      INSERT INTO "call_statistics" ("tenant_id", "level", "bucket", "tool", "entry_point", "user_id", "agent_id", "succeeded", "failed", "refused", "denied", "expired", "cancelled",
                                     "unknown", "success_ms", "executed_ms", "tokens", "micro_usd", "execution_sketch", "wait_sketch", "queue_sketch")
      SELECT t."tenant_id", 'delta', date_trunc('hour', t."created_at", 'UTC'), t."tool", t."entry_point", t."user_id", coalesce(c."agent_id", default_agent),
             (t."status" = 'succeeded')::int, (t."status" = 'failed')::int, (t."status" = 'refused')::int, (t."status" = 'denied')::int, (t."status" = 'expired')::int,
             (t."status" = 'cancelled')::int, (t."status" = 'unknown')::int,
             CASE WHEN t."status" = 'succeeded' THEN coalesce(t."duration_ms", 0) ELSE 0 END, coalesce(t."duration_ms", 0), t."tokens", t."micro_usd",
             int2send(CASE WHEN t."duration_ms" < 1 THEN 0 ELSE 1 + floor(ln(t."duration_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1),
             int2send(CASE WHEN t."wait_ms" < 1 THEN 0 ELSE 1 + floor(ln(t."wait_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1),
             int2send(CASE WHEN t."queue_ms" < 1 THEN 0 ELSE 1 + floor(ln(t."queue_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1)
        FROM "tool_calls" t JOIN "chats" c ON c."tenant_id" = t."tenant_id" AND c."id" = t."chat_id"
       WHERE t."tenant_id" = organization AND t."ended_at" IS NOT NULL;
      DELETE FROM "run_statistics" WHERE "tenant_id" = organization;
      INSERT INTO "run_statistics" ("tenant_id", "level", "bucket", "model", "entry_point", "user_id", "agent_id", "is_estimated", "runs", "iterations", "input_tokens", "output_tokens",
                                    "total_tokens", "micro_usd", "unpriced_tokens")
      SELECT r."tenant_id", 'delta', date_trunc('hour', r."created_at", 'UTC'), coalesce(r."model", 'unknown'), r."trigger", r."user_id", coalesce(c."agent_id", default_agent),
             r."is_estimated", 1, r."iterations", coalesce(r."input_tokens", 0), coalesce(r."output_tokens", 0), coalesce(r."total_tokens", 0), r."micro_usd", r."unpriced_tokens"
        FROM "runs" r JOIN "chats" c ON c."tenant_id" = r."tenant_id" AND c."id" = r."chat_id"
       WHERE r."tenant_id" = organization AND r."ended_at" IS NOT NULL;
    ELSE
      -- All of it was of the default agent.
      UPDATE "call_statistics" SET "agent_id" = default_agent WHERE "tenant_id" = organization AND "level" = 'delta';
      INSERT INTO "call_statistics" ("tenant_id", "level", "bucket", "tool", "entry_point", "user_id", "agent_id", "succeeded", "failed", "refused", "denied", "expired", "cancelled",
                                     "unknown", "success_ms", "executed_ms", "tokens", "micro_usd", "execution_sketch", "wait_sketch", "queue_sketch")
      SELECT "tenant_id", "level", "bucket", "tool", "entry_point", "user_id", default_agent, "succeeded", "failed", "refused", "denied", "expired", "cancelled",
             "unknown", "success_ms", "executed_ms", "tokens", "micro_usd", "execution_sketch", "wait_sketch", "queue_sketch"
        FROM "call_statistics" WHERE "tenant_id" = organization AND "level" <> 'delta';
      UPDATE "run_statistics" SET "agent_id" = default_agent WHERE "tenant_id" = organization AND "level" = 'delta';
      INSERT INTO "run_statistics" ("tenant_id", "level", "bucket", "model", "entry_point", "user_id", "agent_id", "is_estimated", "runs", "iterations", "input_tokens", "output_tokens",
                                    "total_tokens", "micro_usd", "unpriced_tokens")
      SELECT "tenant_id", "level", "bucket", "model", "entry_point", "user_id", default_agent, "is_estimated", "runs", "iterations", "input_tokens", "output_tokens",
             "total_tokens", "micro_usd", "unpriced_tokens"
        FROM "run_statistics" WHERE "tenant_id" = organization AND "level" <> 'delta';
    END IF;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END $$;--> statement-breakpoint
ALTER TABLE "call_statistics" ALTER COLUMN "agent_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "run_statistics" ALTER COLUMN "agent_id" DROP DEFAULT;
