import { z } from "zod";
import { notFound } from "#lib/errors.ts";
import { publicRoute } from "#lib/http/public-route.ts";

/** What is no call of the API answers like an API, not with a page. */
const handler = publicRoute({ query: z.unknown(), leavesBody: true }, () => {
  throw notFound("call");
});

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
