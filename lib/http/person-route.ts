import { type Caller, contextOf } from "#lib/auth/caller.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { countCall } from "#lib/rate-limit/call-limit.ts";
import { type Answer, respond } from "./answer.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import { markRoute, type RouteHandler } from "./route-kind.ts";
import { requireCaller } from "./tenant-route.ts";

interface PersonRouteOptions<Params, Query, Body> extends InputOptions<Params, Query, Body> {
  /** Only a signed-in browser may call it; an API key acts for its organization and must not reach the person's other ones. */
  sessionOnly?: true;
}

interface PersonRouteInput<Params, Query, Body> extends Input<Params, Query, Body> {
  caller: Caller;
  /** Null when the person was removed from the organization they looked at. */
  ctx: TenantContext | null;
  request: Request;
}

/** Makes a handler for what belongs to a person rather than to an organization: their organizations, sessions, password. */
export function personRoute<Params = unknown, Query = undefined, Body = undefined>(
  options: PersonRouteOptions<Params, Query, Body>,
  handler: (input: PersonRouteInput<Params, Query, Body>) => Promise<Answer> | Answer,
): RouteHandler {
  return markRoute(
    (request, context) =>
      respond(request, async () => {
        const caller = await requireCaller(request);
        const ctx = contextOf(caller);
        countCall(ctx?.tenantId ?? null, caller.person.id);
        if (options.sessionOnly && !caller.sessionId)
          throw new AppError("forbidden", "Only a signed-in browser may do this, not an API key.");
        const input = await readInput(options, request, context);
        return handler({ ...input, caller, ctx, request });
      }),
    "person",
  );
}
