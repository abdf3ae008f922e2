CREATE TABLE "grants" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tool" text NOT NULL,
	"tool_version" integer NOT NULL,
	"input" jsonb,
	"pins" jsonb,
	"user_id" uuid,
	"chat_id" uuid,
	"schedule_id" uuid,
	"schedule_version" integer,
	"until_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"approval_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" uuid,
	CONSTRAINT "grants_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE INDEX "grants_standing" ON "grants" USING btree ("tenant_id") WHERE revoked_at is null;