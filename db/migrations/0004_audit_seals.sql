CREATE TABLE "audit_seals" (
	"tenant_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"entry_seq" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_seals_tenant_id_position_pk" PRIMARY KEY("tenant_id","position"),
	CONSTRAINT "audit_seals_entry" UNIQUE("tenant_id","entry_seq")
);
