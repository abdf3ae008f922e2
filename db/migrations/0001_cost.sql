CREATE TABLE "model_prices" (
	"tenant_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"prices" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "model_prices_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
ALTER TABLE "daily_usage" ADD COLUMN "micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "limits" ADD COLUMN "micro_usd_per_run" bigint;--> statement-breakpoint
ALTER TABLE "limits" ADD COLUMN "member_micro_usd_per_day" bigint;--> statement-breakpoint
ALTER TABLE "limits" ADD COLUMN "organization_micro_usd_per_day" bigint;--> statement-breakpoint
ALTER TABLE "call_statistics" ADD COLUMN "micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_statistics" ADD COLUMN "micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_statistics" ADD COLUMN "unpriced_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "unpriced_tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "micro_usd" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What follows touches rows of all organizations; the owner obeys row-level security too.
SELECT set_config('app.scope', 'system', true);--> statement-breakpoint
UPDATE "runs" SET "unpriced_tokens" = coalesce("total_tokens", 0) WHERE coalesce("model", 'demo') <> 'demo' AND "model" NOT LIKE 'ollama:%';--> statement-breakpoint
UPDATE "run_statistics" SET "unpriced_tokens" = "total_tokens" WHERE "model" NOT IN ('demo', 'unknown') AND "model" NOT LIKE 'ollama:%';--> statement-breakpoint
-- Statistics of calls had no tokens of those that were executed. They are made again from the record; workers merge them as if all had just ended.
DELETE FROM "call_statistics";--> statement-breakpoint
INSERT INTO "call_statistics" ("tenant_id", "level", "bucket", "tool", "entry_point", "user_id", "succeeded", "failed", "refused", "denied", "expired", "cancelled", "unknown",
                               "success_ms", "executed_ms", "tokens", "execution_sketch", "wait_sketch", "queue_sketch")
SELECT "tenant_id", 'delta', date_trunc('hour', "created_at", 'UTC'), "tool", "entry_point", "user_id", ("status" = 'succeeded')::int, ("status" = 'failed')::int,
       ("status" = 'refused')::int, ("status" = 'denied')::int, ("status" = 'expired')::int, ("status" = 'cancelled')::int, ("status" = 'unknown')::int,
       CASE WHEN "status" = 'succeeded' THEN coalesce("duration_ms", 0) ELSE 0 END, coalesce("duration_ms", 0), "tokens",
       int2send(CASE WHEN "duration_ms" < 1 THEN 0 ELSE 1 + floor(ln("duration_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1),
       int2send(CASE WHEN "wait_ms" < 1 THEN 0 ELSE 1 + floor(ln("wait_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1),
       int2send(CASE WHEN "queue_ms" < 1 THEN 0 ELSE 1 + floor(ln("queue_ms"::float8) / ln(1.04::float8)) END::int2) || int4send(1)
  FROM "tool_calls" WHERE "ended_at" IS NOT NULL;
