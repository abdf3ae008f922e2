import { ownOrigin } from "#lib/auth/own-origin.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseScheduleId } from "#lib/ids.ts";
import { removeWebhook, setWebhook } from "#lib/schedules/set-webhook.ts";

const params = { id: parseScheduleId };

/** Lets programs run it. The secret is shown once. */
export const POST = tenantRoute({ params }, async ({ ctx, params, request }) => {
  const { secret } = await setWebhook(ctx, params);
  return { url: `${ownOrigin(request.headers) ?? new URL(request.url).origin}/api/webhooks/${params.id}`, secret };
});

export const DELETE = tenantRoute({ params }, ({ ctx, params }) => removeWebhook(ctx, params));
