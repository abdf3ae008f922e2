ALTER TABLE "schedule_runs" ADD COLUMN "delivery_id" text;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "webhook_secret" text;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_runs_delivery" ON "schedule_runs" USING btree ("tenant_id","schedule_id","delivery_id") WHERE delivery_id is not null;