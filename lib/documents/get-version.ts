import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { DocumentId, ToolCallId } from "#lib/ids.ts";
import { type NamedPerson, personColumn } from "#lib/members/named-person.ts";

/** One of the texts that a document has had, and who wrote it. */
export interface DocumentVersion {
  number: number;
  version: string;
  title: string;
  author: NamedPerson;
  /** The call by which an agent wrote it for the author. */
  callId: ToolCallId | null;
  restoredFrom: number | null;
  createdAt: Date;
}

export interface DocumentVersionDetail extends DocumentVersion {
  text: string;
}

/** The columns of a DocumentVersion, from `document_versions v`. */
export function versionColumns(sql: TenantSql) {
  return sql`
    v.number, v.version, v.title, v.call_id as "callId", v.restored_from as "restoredFrom", v.created_at as "createdAt",
    ${personColumn(sql, sql`v.author_id`)} as author`;
}

/** The place of a version, as it stands in a path. */
export function parseVersionNumber(value: unknown): number {
  if (typeof value !== "string" || !/^[1-9][0-9]{0,8}$/.test(value)) throw notFound("document");
  return Number(value);
}

interface Place {
  id: DocumentId;
  number: number;
}

/**
 * One version with its text, of a document that is not deleted.
 * @throws AppError 404
 */
export function getVersion(ctx: TenantContext, place: Place): Promise<DocumentVersionDetail> {
  return ctx.db.sql((sql) => readVersion(sql, ctx, place));
}

/** The same inside the caller's transaction. */
export async function readVersion(sql: TenantSql, { tenantId }: TenantContext, { id, number }: Place): Promise<DocumentVersionDetail> {
  const [version] = await sql<DocumentVersionDetail[]>`
    select ${versionColumns(sql)}, v.text
      from document_versions v join documents d on d.tenant_id = v.tenant_id and d.id = v.document_id and d.deleted_at is null
     where v.tenant_id = ${tenantId} and v.document_id = ${id} and v.number = ${number}`;
  if (!version) throw notFound("version of a document");
  return version;
}
