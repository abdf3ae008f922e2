import { AppError } from "#lib/errors.ts";
import { respond } from "./answer.ts";
import type { RouteHandler } from "./route-kind.ts";

/**
 * What a call of the API answers to the methods that it does not have: `refuse` is a problem document, 405 `method_not_allowed`, and `tell` the
 * answer to OPTIONS; both say in `Allow` which there are (RFC 9110, 15.5.6). `other-methods-loader.ts` gives them to every route.
 */
export function otherMethods(allow: readonly string[]): { refuse: RouteHandler; tell: RouteHandler } {
  return {
    refuse: (request) =>
      respond(request, () => {
        throw new AppError("method_not_allowed", `This call has no ${request.method}. It has ${allow.join(", ")}.`, { allow });
      }),
    tell: (request) => respond(request, () => new Response(null, { status: 204, headers: { allow: allow.join(", ") } })),
  };
}
