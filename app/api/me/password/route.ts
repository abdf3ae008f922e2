import { z } from "zod";
import { changePassword } from "#lib/auth/change-password.ts";
import { passwordSchema } from "#lib/auth/password.ts";
import { visitOf } from "#lib/auth/visit-of.ts";
import { sessionRoute } from "#lib/http/session-route.ts";

const body = z.strictObject({ currentPassword: z.string().max(256), newPassword: passwordSchema });

export const POST = sessionRoute({ body, takesBodyLiterally: true }, ({ person, sessionId, body, request }) =>
  changePassword({ person, sessionId, address: visitOf(request.headers).address }, body),
);
