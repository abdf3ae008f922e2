import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import type { DocumentId, ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import { requireFitting } from "./document-input.ts";
import type { DocumentDetail } from "./document-view.ts";
import { readDocument } from "./get-document.ts";
import { readVersion } from "./get-version.ts";
import { storeVersion } from "./store-version.ts";
import { versionConflict } from "./version-conflict.ts";
import { versionOf } from "./version-of.ts";

export interface UpdateDocument {
  id: DocumentId;
  /** The version that the writer has read. */
  expectedVersion: string;
  /** What is not given stays. */
  title?: string | undefined;
  text?: string | undefined;
}

export interface UpdatedDocument extends DocumentDetail {
  /** The version before; it is kept. */
  previousVersion: string;
  /** The document said exactly this already: no version was added. */
  isUnchanged: boolean;
}

/**
 * Writes a new version when the document is still what the writer has read. Of two who write at once the second gets the conflict, with nothing lost:
 * title and text change together, and every version before stays.
 * @param options.callId the call by which an agent writes
 * @throws AppError 403, 404, 409 `version_conflict` with `expected` and `current`, 413 `too_large`
 */
export function updateDocument(
  ctx: TenantContext,
  { id, expectedVersion, ...change }: UpdateDocument,
  options: { callId?: ToolCallId } = {},
): Promise<UpdatedDocument> {
  return write(ctx, { id, expectedVersion, callId: options.callId ?? null }, async () => change);
}

/**
 * Makes an earlier version the newest one. It is a new version itself: going back loses nothing either.
 * @throws AppError as `updateDocument`; 404 also for a version that there is not
 */
export function restoreVersion(
  ctx: TenantContext,
  { id, number, expectedVersion }: { id: DocumentId; number: number; expectedVersion: string },
): Promise<UpdatedDocument> {
  const target = { id, expectedVersion, callId: null, restoredFrom: number };
  return write(ctx, target, (sql) => readVersion(sql, ctx, { id, number }));
}

interface Target {
  id: DocumentId;
  expectedVersion: string;
  callId: ToolCallId | null;
  restoredFrom?: number;
}

async function write(
  ctx: TenantContext,
  { id, expectedVersion, callId, restoredFrom }: Target,
  contentOf: (sql: TenantSql) => Promise<{ title?: string | undefined; text?: string | undefined }>,
): Promise<UpdatedDocument> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const before = await readDocument(sql, ctx, id, { locks: true });
    const content = await contentOf(sql);
    const [title, text] = [storableText(content.title ?? before.title), storableText(content.text ?? before.text)];
    requireFitting(text);
    const version = versionOf(title, text);
    // Also how a write that happened is recognised when it is repeated.
    if (version === before.version) return { ...before, previousVersion: before.version, isUnchanged: true };
    if (before.version !== expectedVersion) throw versionConflict("document", expectedVersion, before.version);
    const number = before.number + 1;
    await sql`
      update documents set number = ${number}, version = ${version}, title = ${title}, updated_at = now()
       where tenant_id = ${tenantId} and id = ${id}`;
    await storeVersion(sql, ctx, { documentId: id, number, version, title, text, callId, restoredFrom: restoredFrom ?? null });
    if (callId === null) {
      const facts = { number, version, previousVersion: before.version, restoredFrom: restoredFrom ?? null };
      await recordAudit(sql, { tenantId, actorId: userId, action: "document-update", subject: `document:${id}`, facts });
    }
    return { ...(await readDocument(sql, ctx, id)), previousVersion: before.version, isUnchanged: false };
  });
}
