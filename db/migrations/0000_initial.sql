CREATE TABLE "chats" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"title_source" text DEFAULT 'automatic' NOT NULL,
	"visibility" text DEFAULT 'organization' NOT NULL,
	"created_by" uuid NOT NULL,
	"agent_id" text,
	"active_run_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "chats_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"run_id" uuid,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"author_id" uuid,
	"client_message_id" text,
	"parts" jsonb NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "messages_client_id" UNIQUE("tenant_id","chat_id","client_message_id")
);
--> statement-breakpoint
CREATE TABLE "daily_usage" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"subject" uuid NOT NULL,
	"calls" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_usage_tenant_id_day_subject_pk" PRIMARY KEY("tenant_id","day","subject")
);
--> statement-breakpoint
CREATE TABLE "limits" (
	"tenant_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"calls_per_run" integer NOT NULL,
	"tokens_per_run" bigint,
	"active_ms_per_run" bigint,
	"member_calls_per_day" bigint,
	"member_tokens_per_day" bigint,
	"organization_calls_per_day" bigint,
	"organization_tokens_per_day" bigint,
	"scheduled_runs_at_once" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limits_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
CREATE TABLE "call_statistics" (
	"tenant_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "call_statistics_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"tool" text NOT NULL,
	"entry_point" text NOT NULL,
	"user_id" uuid,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"success_ms" bigint DEFAULT 0 NOT NULL,
	"executed_ms" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"execution_sketch" "bytea",
	"wait_sketch" "bytea",
	"queue_sketch" "bytea",
	CONSTRAINT "call_statistics_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"sandbox" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_statistics" (
	"tenant_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_statistics_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"level" text NOT NULL,
	"bucket" timestamp (3) with time zone NOT NULL,
	"model" text NOT NULL,
	"entry_point" text NOT NULL,
	"user_id" uuid NOT NULL,
	"is_estimated" boolean NOT NULL,
	"runs" integer NOT NULL,
	"iterations" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"total_tokens" bigint NOT NULL,
	CONSTRAINT "run_statistics_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"active_tenant_id" uuid,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counters" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_counters_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"password_is_own" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"call_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"run_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"tool" text NOT NULL,
	"tool_version" integer NOT NULL,
	"effect" text NOT NULL,
	"input" jsonb NOT NULL,
	"input_digest" text NOT NULL,
	"edited_input" jsonb,
	"edited_digest" text,
	"summary" text NOT NULL,
	"rule_id" text NOT NULL,
	"reason" text NOT NULL,
	"entry_point" text NOT NULL,
	"schedule_id" uuid,
	"requested_by" uuid NOT NULL,
	"requirement" jsonb NOT NULL,
	"votes" jsonb NOT NULL,
	"offered" jsonb NOT NULL,
	"status" text NOT NULL,
	"decided_by" uuid,
	"decided_via" text,
	"decision_reason" text,
	"decided_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "approvals_call" UNIQUE("tenant_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"tenant_id" uuid NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"facts" jsonb NOT NULL,
	"is_system" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_entries_tenant_id_seq_pk" PRIMARY KEY("tenant_id","seq")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"tenant_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"preset" text NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policies_tenant_id_version_pk" PRIMARY KEY("tenant_id","version")
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"chunks" jsonb NOT NULL,
	CONSTRAINT "run_events_tenant_id_run_id_seq_pk" PRIMARY KEY("tenant_id","run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"message" jsonb NOT NULL,
	"finish_reason" text NOT NULL,
	"usage" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_steps_tenant_id_run_id_step_pk" PRIMARY KEY("tenant_id","run_id","step")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"user_message_id" uuid NOT NULL,
	"assistant_message_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"stop_reason" text,
	"error" text,
	"user_id" uuid NOT NULL,
	"schedule_id" uuid,
	"is_dry_run" boolean DEFAULT false NOT NULL,
	"model" text,
	"step" integer DEFAULT 0 NOT NULL,
	"iterations" integer DEFAULT 0 NOT NULL,
	"usage" jsonb NOT NULL,
	"is_estimated" boolean GENERATED ALWAYS AS (coalesce((usage ->> 'estimated')::boolean, false)) STORED,
	"input_tokens" bigint GENERATED ALWAYS AS (((usage ->> 'inputTokens')::numeric)::bigint) STORED,
	"output_tokens" bigint GENERATED ALWAYS AS (((usage ->> 'outputTokens')::numeric)::bigint) STORED,
	"total_tokens" bigint GENERATED ALWAYS AS (((usage ->> 'totalTokens')::numeric)::bigint) STORED,
	"epoch" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	"active_ms" bigint DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "runs_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "tool_calls" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"tool_call_id" text NOT NULL,
	"step" integer NOT NULL,
	"position" integer NOT NULL,
	"tool" text NOT NULL,
	"tool_version" integer,
	"effect" text,
	"input" jsonb,
	"edited_input" jsonb,
	"input_digest" text,
	"status" text NOT NULL,
	"kind" text,
	"rule_id" text,
	"reason" text,
	"policy_version" integer,
	"approval_id" uuid,
	"approved_by" uuid,
	"grant_id" uuid,
	"outcome" jsonb,
	"model_text" text,
	"entry_point" text NOT NULL,
	"user_id" uuid NOT NULL,
	"schedule_id" uuid,
	"model" text,
	"tokens" integer DEFAULT 0 NOT NULL,
	"sandbox" text,
	"executions" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"queue_ms" integer,
	"wait_ms" integer,
	"duration_ms" integer,
	CONSTRAINT "tool_calls_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "tool_calls_in_run" UNIQUE("tenant_id","run_id","tool_call_id"),
	CONSTRAINT "executed_only_when_decided" CHECK (started_at is null or rule_id is not null),
	CONSTRAINT "executed_once" CHECK (executions <= 1 or effect = 'read')
);
--> statement-breakpoint
CREATE TABLE "schedule_runs" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"run_id" uuid,
	"configuration" jsonb,
	"reason" text,
	"lag_ms" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "schedule_runs_tenant_id_schedule_id_scheduled_for_cause_pk" PRIMARY KEY("tenant_id","schedule_id","scheduled_for","cause")
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"prompt" text NOT NULL,
	"cron" text,
	"run_at" timestamp (3) with time zone,
	"every_ms" bigint,
	"time_zone" text NOT NULL,
	"status" text NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"missed" text DEFAULT 'once' NOT NULL,
	"overlap" text DEFAULT 'skip' NOT NULL,
	"chat_id" uuid,
	"created_by" uuid NOT NULL,
	"created_by_call_id" uuid,
	"broken_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "schedules_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_tenant_id_chat_id_chats_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chat_id") REFERENCES "public"."chats"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_organizations_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_call_id_tool_calls_tenant_id_id_fk" FOREIGN KEY ("tenant_id","call_id") REFERENCES "public"."tool_calls"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_events" ADD CONSTRAINT "run_events_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_tenant_id_chat_id_chats_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chat_id") REFERENCES "public"."chats"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD CONSTRAINT "tool_calls_tenant_id_run_id_runs_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."runs"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_tenant_id_schedule_id_schedules_tenant_id_id_fk" FOREIGN KEY ("tenant_id","schedule_id") REFERENCES "public"."schedules"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chats_recent" ON "chats" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE INDEX "messages_order" ON "messages" USING btree ("tenant_id","chat_id","seq");--> statement-breakpoint
CREATE INDEX "messages_run" ON "messages" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "call_statistics_deltas" ON "call_statistics" USING btree ("level","bucket");--> statement-breakpoint
CREATE INDEX "call_statistics_recent" ON "call_statistics" USING btree ("tenant_id","bucket") WHERE level = 'delta';--> statement-breakpoint
CREATE INDEX "call_statistics_cubes" ON "call_statistics" USING btree ("tenant_id","level","entry_point","user_id","bucket") WHERE level <> 'delta';--> statement-breakpoint
CREATE INDEX "run_statistics_deltas" ON "run_statistics" USING btree ("level","bucket");--> statement-breakpoint
CREATE INDEX "run_statistics_recent" ON "run_statistics" USING btree ("tenant_id","bucket") WHERE level = 'delta';--> statement-breakpoint
CREATE UNIQUE INDEX "run_statistics_places" ON "run_statistics" USING btree ("tenant_id","level","user_id","bucket","entry_point","model","is_estimated") WHERE level <> 'delta';--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_queue" ON "approvals" USING btree ("tenant_id","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_state" ON "approvals" USING btree ("tenant_id","status");--> statement-breakpoint
CREATE INDEX "approvals_recent" ON "approvals" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "approvals_expiry" ON "approvals" USING btree ("expires_at") WHERE status = 'pending' and expires_at is not null;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit_entries" USING btree ("tenant_id","subject");--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit_entries" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "runs_id" ON "runs" USING btree ("id");--> statement-breakpoint
CREATE INDEX "runs_chat" ON "runs" USING btree ("tenant_id","chat_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_recent" ON "runs" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_under_way" ON "runs" USING btree ("tenant_id","created_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "runs_open" ON "runs" USING btree ("status","lease_until") WHERE status in ('queued', 'running', 'awaiting-approval');--> statement-breakpoint
CREATE INDEX "runs_scheduled" ON "runs" USING btree ("tenant_id","status","created_at") WHERE trigger = 'schedule' and status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "tool_calls_recent" ON "tool_calls" USING btree ("tenant_id","created_at");--> statement-breakpoint
CREATE INDEX "tool_calls_tool" ON "tool_calls" USING btree ("tenant_id","tool","created_at");--> statement-breakpoint
CREATE INDEX "tool_calls_kinds" ON "tool_calls" USING btree ("tenant_id","created_at","kind") WHERE kind is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_runs_id" ON "schedule_runs" USING btree ("tenant_id","id");--> statement-breakpoint
CREATE INDEX "schedule_runs_run" ON "schedule_runs" USING btree ("tenant_id","run_id");--> statement-breakpoint
CREATE INDEX "schedule_runs_open" ON "schedule_runs" USING btree ("tenant_id","schedule_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "schedule_runs_queued" ON "schedule_runs" USING btree ("created_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_run_at") WHERE status = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_by_call" ON "schedules" USING btree ("tenant_id","created_by_call_id");