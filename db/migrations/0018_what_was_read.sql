ALTER TABLE "approvals" ADD COLUMN "read_before" jsonb;--> statement-breakpoint
ALTER TABLE "chats" ADD COLUMN "read_from" jsonb;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "read_before" jsonb;--> statement-breakpoint
-- What chats have read so far stands in the record of their calls. Organization by organization: the owner obeys row-level security too.
DO $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN SELECT "id" FROM "organizations" LOOP
    PERFORM set_config('app.tenant_id', organization::text, true);
    UPDATE "chats" c
       SET "read_from" = jsonb_build_object('web', coalesce(to_jsonb(has."hosts"[1:50]), '[]'), 'mcp', coalesce(to_jsonb(has."servers"[1:50]), '[]'))
      FROM (
        SELECT "chat_id", array_agg(DISTINCT "host") FILTER (WHERE "host" IS NOT NULL) AS "hosts",
               array_agg(DISTINCT "server") FILTER (WHERE "server" IS NOT NULL) AS "servers"
          FROM (
            SELECT "chat_id", substring("outcome" -> 'data' ->> 'finalUrl' FROM '^https?://(?:[^/@]*@)?(\[[^\]]*\]|[^/?#:]+)') AS "host",
                   "outcome" -> 'data' ->> 'server' AS "server"
              FROM "tool_calls"
             WHERE "tenant_id" = organization AND ("tool" = 'web_fetch' OR "tool" LIKE 'mcp\_\_%') AND "outcome" -> 'data' ->> 'content' <> '') said
         GROUP BY "chat_id") has
     WHERE c."tenant_id" = organization AND c."id" = has."chat_id" AND (has."hosts" IS NOT NULL OR has."servers" IS NOT NULL);
    UPDATE "approvals" a SET "read_before" = c."read_from"
      FROM "chats" c WHERE a."tenant_id" = organization AND a."status" = 'pending' AND c."tenant_id" = a."tenant_id" AND c."id" = a."chat_id";
  END LOOP;
END $$;
