CREATE TABLE "chat_summaries" (
	"tenant_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"text" text NOT NULL,
	"through_seq" bigint NOT NULL,
	"covered_messages" integer NOT NULL,
	"writings" integer NOT NULL,
	"model" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_summaries_tenant_id_chat_id_pk" PRIMARY KEY("tenant_id","chat_id")
);
--> statement-breakpoint
ALTER TABLE "chat_summaries" ADD CONSTRAINT "chat_summaries_tenant_id_chat_id_chats_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chat_id") REFERENCES "public"."chats"("tenant_id","id") ON DELETE cascade ON UPDATE no action;