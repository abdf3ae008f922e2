ALTER TABLE "approvals" ADD COLUMN "files" jsonb;--> statement-breakpoint
ALTER TABLE "grants" ADD COLUMN "files" jsonb;