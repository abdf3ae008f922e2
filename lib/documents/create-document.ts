import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { type DocumentId, newId, type ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import { requireFitting } from "./document-input.ts";
import type { DocumentDetail } from "./document-view.ts";
import { readDocument } from "./get-document.ts";
import { storeVersion } from "./store-version.ts";
import { versionOf } from "./version-of.ts";

/**
 * Makes a document with its first version.
 * @param options.callId the call by which an agent makes it; the same call again finds what it made
 * @throws AppError 403, 413 `too_large`; 404 when the call made it and it was deleted since
 */
export async function createDocument(
  ctx: TenantContext,
  input: { title: string; text: string },
  options: { callId?: ToolCallId } = {},
): Promise<DocumentDetail> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const { callId = null } = options;
  const [title, text] = [storableText(input.title), storableText(input.text)];
  requireFitting(text);
  return ctx.db.sql(async (sql) => {
    const [id, version] = [newId<DocumentId>(), versionOf(title, text)];
    const [made] = await sql`
      insert into documents (tenant_id, id, number, version, title, created_by, created_by_call_id, updated_at)
      values (${tenantId}, ${id}, 1, ${version}, ${title}, ${userId}, ${callId}, now())
      on conflict (tenant_id, created_by_call_id) do nothing returning id`;
    if (!made) {
      const [known] = await sql<[{ id: DocumentId }]>`
        select id from documents where tenant_id = ${tenantId} and created_by_call_id = ${callId}`;
      return readDocument(sql, ctx, known.id);
    }
    await storeVersion(sql, ctx, { documentId: id, number: 1, version, title, text, callId });
    if (callId === null)
      await recordAudit(sql, {
        tenantId,
        actorId: userId,
        action: "document-create",
        subject: `document:${id}`,
        facts: { title, version },
      });
    return readDocument(sql, ctx, id);
  });
}
