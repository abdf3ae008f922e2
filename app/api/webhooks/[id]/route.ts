import { json } from "#lib/http/answer.ts";
import { publicRoute } from "#lib/http/public-route.ts";
import { readBytes } from "#lib/http/read-body.ts";
import { MAX_DELIVERY_BYTES, receiveDelivery } from "#lib/schedules/receive-delivery.ts";

/** A program calls a schedule. Who it is, the signature says. */
export const POST = publicRoute({ params: { id: String }, leavesBody: true }, async ({ params, request }) =>
  json(await receiveDelivery({ ...params, headers: request.headers, body: await readBytes(request, MAX_DELIVERY_BYTES) }), 202),
);
