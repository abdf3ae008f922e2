CREATE TABLE "skills" (
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content" text,
	"is_enabled" boolean NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "skills_tenant_id_name_pk" PRIMARY KEY("tenant_id","name")
);
