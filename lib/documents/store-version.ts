import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { DocumentId, ToolCallId } from "#lib/ids.ts";

export interface NewVersion {
  documentId: DocumentId;
  number: number;
  version: string;
  title: string;
  text: string;
  /** The call by which an agent writes it for the caller. */
  callId: ToolCallId | null;
  restoredFrom?: number | null;
}

/** One more version of a document, in the transaction in which the document's row comes to name it: both or neither. */
export async function storeVersion(sql: TenantSql, { tenantId, userId }: TenantContext, version: NewVersion): Promise<void> {
  const { documentId, number, title, text, callId, restoredFrom = null } = version;
  await sql`
    insert into document_versions (tenant_id, document_id, number, version, title, text, author_id, call_id, restored_from)
    values (${tenantId}, ${documentId}, ${number}, ${version.version}, ${title}, ${text}, ${userId}, ${callId}, ${restoredFrom})`;
}
