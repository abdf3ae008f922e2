CREATE TABLE "chat_reads" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"chat_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	CONSTRAINT "chat_reads_tenant_id_user_id_chat_id_pk" PRIMARY KEY("tenant_id","user_id","chat_id")
);
--> statement-breakpoint
ALTER TABLE "chat_reads" ADD CONSTRAINT "chat_reads_tenant_id_chat_id_chats_tenant_id_id_fk" FOREIGN KEY ("tenant_id","chat_id") REFERENCES "public"."chats"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_reads_chat" ON "chat_reads" USING btree ("tenant_id","chat_id");--> statement-breakpoint
-- What was said before there were marks is read. Organization by organization: the owner obeys row-level security too.
DO $$
DECLARE organization uuid;
BEGIN
  FOR organization IN SELECT "id" FROM "organizations" LOOP
    PERFORM set_config('app.tenant_id', organization::text, true);
    INSERT INTO "chat_reads" ("tenant_id", "user_id", "chat_id", "seq")
    SELECT c."tenant_id", c."created_by", c."id", coalesce((SELECT max(m."seq") FROM "messages" m WHERE m."tenant_id" = c."tenant_id" AND m."chat_id" = c."id"), 0)
      FROM "chats" c WHERE c."tenant_id" = organization;
  END LOOP;
END $$;
