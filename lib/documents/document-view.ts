import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { DocumentId, ToolCallId } from "#lib/ids.ts";
import { type NamedPerson, personColumn } from "#lib/members/named-person.ts";

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

/** SQL: documents of the organization with the version in force, deleted ones too. */
export function withVersion(sql: TenantSql, { tenantId }: TenantContext) {
  return sql`
    documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id and v.number = d.number and d.tenant_id = ${tenantId}`;
}
