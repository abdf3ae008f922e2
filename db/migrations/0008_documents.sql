CREATE TABLE "document_versions" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid NOT NULL,
	"call_id" uuid,
	"restored_from" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_versions_tenant_id_document_id_number_pk" PRIMARY KEY("tenant_id","document_id","number")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"version" text NOT NULL,
	"title" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_call_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "documents_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "destinations" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"encrypted_address" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "destinations_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"destination_id" uuid NOT NULL,
	"text" text NOT NULL,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_call_id" uuid,
	"sending_call_id" uuid,
	"answer" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "drafts_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_tenant_id_document_id_documents_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."documents"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_tenant_id_destination_id_destinations_tenant_id_id_fk" FOREIGN KEY ("tenant_id","destination_id") REFERENCES "public"."destinations"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_recent" ON "documents" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_by_call" ON "documents" USING btree ("tenant_id","created_by_call_id");--> statement-breakpoint
CREATE UNIQUE INDEX "destinations_name" ON "destinations" USING btree ("tenant_id",lower(name)) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "drafts_recent" ON "drafts" USING btree ("tenant_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_by_call" ON "drafts" USING btree ("tenant_id","created_by_call_id");