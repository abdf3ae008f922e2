CREATE TABLE "mcp_servers" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"shown_url" text NOT NULL,
	"header_names" jsonb NOT NULL,
	"secret" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"is_stale" boolean DEFAULT false NOT NULL,
	"problem" text,
	"unnamed_tools" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "mcp_servers_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "mcp_tools" (
	"tenant_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	"name" text NOT NULL,
	"qualified_name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"hash" text NOT NULL,
	"problem" text,
	"is_listed" boolean NOT NULL,
	"approved_definition" jsonb,
	"approved_hash" text,
	"effect" text,
	"version" integer,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	CONSTRAINT "mcp_tools_tenant_id_server_id_name_pk" PRIMARY KEY("tenant_id","server_id","name")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_servers_name" ON "mcp_servers" USING btree ("tenant_id","name") WHERE removed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "mcp_tools_approved" ON "mcp_tools" USING btree ("tenant_id","qualified_name","version") WHERE approved_hash is not null;