import { z } from "zod";
import { handleNextAuth } from "#lib/auth/next-auth.ts";
import { publicRoute } from "#lib/http/public-route.ts";

/** Sign-in over HTTP as next-auth defines it: csrf, providers, session, callback/credentials, signout. It reads its own query and body. */
const handler = publicRoute({ query: z.unknown(), leavesBody: true }, ({ request }) => handleNextAuth(request));

export { handler as GET, handler as POST };
