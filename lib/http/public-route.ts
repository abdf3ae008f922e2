import { type Answer, respond } from "./answer.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import { markRoute, type RouteHandler } from "./route-kind.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * Makes a handler that anybody may call: health, sign-in, and what a secret link opens. There are few, and a test names them all. A POST from
 * a page of another site is refused; a program, which sends no `Origin`, is not.
 */
export function publicRoute<Params = unknown, Query = undefined, Body = undefined>(
  options: InputOptions<Params, Query, Body>,
  handler: (input: Input<Params, Query, Body> & { request: Request }) => Promise<Answer> | Answer,
): RouteHandler {
  return markRoute(
    (request, context) =>
      respond(request, async () => {
        if (request.method !== "GET" && request.method !== "HEAD") requireSameOrigin(request.headers, { originMay: "be missing" });
        return handler({ ...(await readInput(options, request, context)), request });
      }),
    "public",
  );
}
