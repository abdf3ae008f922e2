import type { Person } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors.ts";
import type { SessionId } from "#lib/ids.ts";
import type { Answer } from "./answer.ts";
import { personRoute } from "./person-route.ts";
import type { Input, InputOptions } from "./read-input.ts";
import type { RouteHandler } from "./route-kind.ts";

interface SessionRouteInput<Params, Query, Body> extends Input<Params, Query, Body> {
  person: Person;
  sessionId: SessionId;
  request: Request;
}

/**
 * Makes a handler for what only a signed-in browser may do: change the password, end sessions, look at another organization. An API key acts for
 * one organization and must not reach beyond it (403).
 */
export function sessionRoute<Params = unknown, Query = undefined, Body = undefined>(
  options: InputOptions<Params, Query, Body>,
  handler: (input: SessionRouteInput<Params, Query, Body>) => Promise<Answer> | Answer,
): RouteHandler {
  return personRoute(options, ({ caller, ...input }) => {
    const { person, sessionId } = caller;
    if (!sessionId) throw new AppError("forbidden", "Only a signed-in browser may do this, not an API key.");
    return handler({ ...input, person, sessionId });
  });
}
