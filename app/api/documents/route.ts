import { z } from "zod";
import { createDocument } from "#lib/documents/create-document.ts";
import { documentText, documentTitle, MAX_BODY_BYTES } from "#lib/documents/document-input.ts";
import { listDocuments } from "#lib/documents/list-documents.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({ title: documentTitle, text: documentText });

export const GET = tenantRoute({ query: listQuery({ q: z.string().max(200).optional() }) }, ({ ctx, query }) => listDocuments(ctx, query));

export const POST = tenantRoute({ body, maxBodyBytes: MAX_BODY_BYTES }, async ({ ctx, body }) =>
  json(await createDocument(ctx, body), 201),
);
