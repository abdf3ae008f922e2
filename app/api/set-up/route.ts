import { z } from "zod";
import { emailSchema } from "#lib/auth/email.ts";
import { passwordSchema } from "#lib/auth/password.ts";
import { publicRoute } from "#lib/http/public-route.ts";
import { nameSchema } from "#lib/members/name.ts";
import { setUp } from "#lib/members/set-up.ts";

const body = z.strictObject({
  token: z.string().min(1).max(200),
  organization: nameSchema,
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
});

/** Public: the token of the link that the start printed is the proof, and it works once. */
export const POST = publicRoute({ body, takesBodyLiterally: true }, ({ body }) => setUp(body));
