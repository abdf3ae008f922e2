CREATE TABLE "schedule_changes" (
	"tenant_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "schedule_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"call_id" uuid,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"fields" jsonb NOT NULL,
	"reason" text,
	CONSTRAINT "schedule_changes_tenant_id_schedule_id_seq_pk" PRIMARY KEY("tenant_id","schedule_id","seq")
);
--> statement-breakpoint
ALTER TABLE "schedule_changes" ADD CONSTRAINT "schedule_changes_tenant_id_schedule_id_schedules_tenant_id_id_fk" FOREIGN KEY ("tenant_id","schedule_id") REFERENCES "public"."schedules"("tenant_id","id") ON DELETE cascade ON UPDATE no action;