import type { Caller } from "#lib/auth/caller.ts";
import { countCall } from "#lib/rate-limit/call-limit.ts";
import { type Answer, respond } from "./answer.ts";
import { readAs } from "./read-as.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import { markRoute, type RouteHandler } from "./route-kind.ts";
import { requireCaller } from "./tenant-route.ts";

interface PersonRouteInput<Params, Query, Body> extends Input<Params, Query, Body> {
  caller: Caller;
  request: Request;
}

/** Makes a handler for what belongs to a person rather than to an organization: their organizations, sessions, password. */
export function personRoute<Params = unknown, Query = undefined, Body = undefined>(
  options: InputOptions<Params, Query, Body>,
  handler: (input: PersonRouteInput<Params, Query, Body>) => Promise<Answer> | Answer,
): RouteHandler {
  return markRoute(
    (request, context) =>
      respond(request, async () => {
        const first = await requireCaller(request);
        countCall(first.membership?.organization.id ?? null, first.person.id);
        const [caller, input] = await readAs(
          first,
          () => requireCaller(request),
          () => readInput(options, request, context),
        );
        return handler({ ...input, caller, request });
      }),
    "person",
  );
}
