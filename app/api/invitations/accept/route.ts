import { z } from "zod";
import { identify } from "#lib/auth/caller.ts";
import { passwordSchema } from "#lib/auth/password.ts";
import { visitOf } from "#lib/auth/visit-of.ts";
import { publicRoute } from "#lib/http/public-route.ts";
import { acceptInvitation } from "#lib/members/accept-invitation.ts";
import { nameSchema } from "#lib/members/name.ts";

const body = z.strictObject({
  token: z.string().min(1).max(200),
  password: passwordSchema.optional(),
  newPassword: passwordSchema.optional(),
  name: nameSchema.optional(),
});

/** Public: the token is the proof, and with an account its password or session. */
export const POST = publicRoute({ body, takesBodyLiterally: true }, async ({ body, request }) => {
  const caller = await identify(request.headers);
  return acceptInvitation(body, { userId: caller?.sessionId ? caller.person.id : null, address: visitOf(request.headers).address });
});
