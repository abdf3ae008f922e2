import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { DocumentId, ToolCallId, UserId } from "#lib/ids.ts";

export interface NamedPerson {
  id: UserId;
  name: string;
}

/** A document without its text. */
export interface DocumentItem {
  id: DocumentId;
  title: string;
  /** SHA-256 of title and text: what an update must name. */
  version: string;
  /** How many versions there have been. */
  number: number;
  createdBy: NamedPerson;
  createdAt: Date;
  /** Of the version in force: whose it is, and the call by which an agent wrote it for them. */
  updatedBy: NamedPerson;
  callId: ToolCallId | null;
  updatedAt: Date;
}

export interface DocumentDetail extends DocumentItem {
  /** Markdown. */
  text: string;
}

/** The columns of a DocumentItem, from `documents d join document_versions v`. */
export function documentColumns(sql: TenantSql) {
  return sql`
    d.id, d.title, d.version, d.number, d.created_at as "createdAt", d.updated_at as "updatedAt", v.call_id as "callId",
    ${personColumn(sql, sql`d.created_by`)} as "createdBy", ${personColumn(sql, sql`v.author_id`)} as "updatedBy"`;
}

/** SQL: a person with their name, as one value. */
export function personColumn(sql: TenantSql, column: ReturnType<TenantSql>) {
  return sql`jsonb_build_object('id', ${column}, 'name', coalesce((select name from users where id = ${column}), ''))`;
}

/** SQL: documents of the organization with the version in force, deleted ones too. */
export function withVersion(sql: TenantSql, { tenantId }: TenantContext) {
  return sql`
    documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.number = d.number and d.tenant_id = ${tenantId}`;
}

/** Whether the caller may delete it: who made it, and those who look after the organization. */
export function mayManageDocument(ctx: TenantContext, { createdBy }: Pick<DocumentItem, "createdBy">): boolean {
  if (ctx.role === "auditor") return false;
  return createdBy.id === ctx.userId || ctx.role === "owner" || ctx.role === "admin";
}
