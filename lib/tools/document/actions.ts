import { createDocument } from "#lib/documents/create-document.ts";
import { documentTitle } from "#lib/documents/document-input.ts";
import type { DocumentItem } from "#lib/documents/document-view.ts";
import { listDocuments } from "#lib/documents/list-documents.ts";
import { updateDocument } from "#lib/documents/update-document.ts";
import { parseDocumentId } from "#lib/ids.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import type { ToolResult } from "#lib/tools/outcome.ts";
import type { DocumentInput } from "./input.ts";

export const LISTED = 20;

/** By the id of the call: the same call again finds what it made. */
export async function create({ title, text = "" }: DocumentInput, { tenant, callId }: ToolContext): Promise<ToolResult> {
  const made = await createDocument(tenant, { title: documentTitle.parse(title), text }, { callId });
  const facts = { ...itemOf(made), previousVersion: null };
  return { data: facts, text: `Made the document "${made.title}" (id ${made.id}). Version ${made.version}.` };
}

export async function list({ query, cursor }: DocumentInput, { tenant }: ToolContext): Promise<ToolResult> {
  // Empty text is how some models leave a field out.
  const { items, total, nextCursor } = await listDocuments(tenant, { q: query, cursor: cursor || undefined, limit: LISTED });
  const lines = items.map((document) => `- ${document.title} (id ${document.id}): version ${document.number}, changed ${dateOf(document)}`);
  const which = query?.trim() ? ` with "${query.trim()}"` : "";
  const head = total === 0 ? `There are no documents${which}.` : `${total} document${total === 1 ? "" : "s"}${which}:`;
  const more = nextCursor === null ? [] : [`There are more: go on with cursor ${nextCursor}`];
  return {
    data: { items: items.map(itemOf), total },
    text: [head, ...lines, ...more].join("\n"),
    truncated: nextCursor !== null,
    ...(nextCursor !== null && { cursor: nextCursor }),
  };
}

/** The version that was read is in the arguments, so that people who are asked see what is replaced. */
export async function update(call: DocumentInput, { tenant, callId }: ToolContext): Promise<ToolResult> {
  const { id, title, text, expectedVersion = "" } = call;
  const change = { title: title ? documentTitle.parse(title) : undefined, text };
  const written = await updateDocument(tenant, { id: parseDocumentId(id), expectedVersion, ...change }, { callId });
  const { previousVersion, isUnchanged } = written;
  const words = isUnchanged
    ? `"${written.title}" said exactly this already. Version ${written.version}.`
    : `Updated "${written.title}" (id ${written.id}). Version ${written.version}. The version before was ${previousVersion} and is kept.`;
  return { data: { ...itemOf(written), previousVersion, isUnchanged }, text: words };
}

function itemOf({ id, title, version, number, updatedAt }: DocumentItem) {
  return { id, title, version, number, updatedAt: updatedAt.toISOString() };
}

function dateOf({ updatedAt }: DocumentItem): string {
  return updatedAt.toISOString().slice(0, 16).replace("T", " ");
}
