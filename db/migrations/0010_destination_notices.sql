CREATE TABLE "destination_notices" (
	"tenant_id" uuid NOT NULL,
	"destination_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"told_through" uuid,
	"told_at" timestamp (3) with time zone,
	"problem" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "destination_notices_tenant_id_destination_id_kind_pk" PRIMARY KEY("tenant_id","destination_id","kind")
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "alerted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "alerted_cause" text;--> statement-breakpoint
ALTER TABLE "destination_notices" ADD CONSTRAINT "destination_notices_tenant_id_destination_id_destinations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","destination_id") REFERENCES "public"."destinations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_runs_failed" ON "schedule_runs" USING btree ("tenant_id","ended_at") WHERE status = 'failed';