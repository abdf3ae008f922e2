import type { NextRequest } from "next/server";
import NextAuth, { CredentialsSignin, type NextAuthConfig } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { AppError, messageOf, notFound } from "#lib/errors.ts";
import { readBytes } from "#lib/http/read-body.ts";
import type { SessionId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { authSecret } from "./auth-secret.ts";
import { describeSession } from "./describe-session.ts";
import { endSession } from "./end-session.ts";
import { ownOrigin } from "./own-origin.ts";
import { ownPath } from "./own-path.ts";
import { openSession, readSessionCookie, SESSION_DAYS, sealSession } from "./session-cookie.ts";
import { signIn } from "./sign-in.ts";
import { visitOf } from "./visit-of.ts";

/**
 * The only file that knows next-auth (a test holds that). It speaks next-auth's HTTP protocol (csrf, providers, session, sign-in, sign-out) and
 * decides nothing: `signIn` checks the password, the cookie only names a row of `auth_sessions`, and who a request is from is read by
 * `identify`, which never asks next-auth. So a fault in there cannot sign anybody in.
 *
 * next-auth's "user" is our session row: `id`, and `sub` in the token, are the session's id.
 */
export async function handleNextAuth(request: Request): Promise<Response> {
  const action = new URL(request.url).pathname.replace(/^\/api\/auth\//, "");
  // HEAD is GET whose body nobody gets; next-auth knows no such method.
  const method = request.method === "POST" ? "POST" : "GET";
  if (!ACTIONS.includes(`${method} ${action}`)) throw notFound("call");
  const { handlers } = NextAuth(() => config());
  return handlers[method](await presentable(request, method));
}

/** What credentials need of next-auth's calls. It answers others (other providers, e-mail, passkeys) with faults. */
const ACTIONS = [
  "GET csrf",
  "GET providers",
  "GET session",
  "GET signin",
  "GET error",
  "POST signin/credentials",
  "POST callback/credentials",
  "POST signout",
];

/** Anybody may send one: an address, a password, a csrf token and a path to go on to. */
const MAX_BODY_BYTES = 65_536;

function config(): NextAuthConfig {
  const maxAge = SESSION_DAYS * 24 * 60 * 60;
  return {
    basePath: "/api/auth",
    secret: authSecret(),
    trustHost: true,
    session: { strategy: "jwt", maxAge },
    jwt: {
      maxAge,
      encode: async ({ token }) => sealSession(token?.sub as SessionId),
      decode: async ({ token }) => {
        const sessionId = openSession(token ?? "");
        return sessionId && { sub: sessionId };
      },
    },
    pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
    providers: [Credentials({ credentials: { email: { type: "email" }, password: { type: "password" } }, authorize })],
    callbacks: {
      redirect: ({ url, baseUrl }) => `${baseUrl}${ownPath(url, baseUrl)}`,
      async jwt({ token, trigger }) {
        if (trigger === "signIn") return token;
        const session = await describeSession(token.sub as SessionId);
        return session && { ...token, name: session.name, email: session.email };
      },
      session: ({ session, token }) => ({ user: { name: token.name, email: token.email }, expires: session.expires }),
    },
    events: {
      async signOut(message) {
        const sessionId = "token" in message ? message.token?.sub : undefined;
        if (sessionId) await endSession(sessionId as SessionId);
      },
    },
    logger: { error: logAuthError, warn: (code) => log.debug("auth-warning", { code }), debug: () => undefined },
  };
}

class SignInRefused extends CredentialsSignin {
  constructor(reason: string) {
    super();
    this.code = reason;
  }
}

async function authorize(credentials: Partial<Record<"email" | "password", unknown>>, request: Request): Promise<{ id: string }> {
  const { email, password } = credentials;
  if (typeof email !== "string" || typeof password !== "string") throw new SignInRefused("credentials");
  const previous = readSessionCookie(request.headers.get("cookie"));
  const result = await signIn({ email, password, visit: visitOf(request.headers), previous }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "unavailable" ? new SignInRefused("busy") : error;
  });
  if (result.status === "wrong") throw new SignInRefused(result.reason);
  return { id: result.sessionId };
}

/**
 * The request as next-auth should see it: under the origin that the caller used, with a return address of our own (it answers a foreign one
 * with 500), and without the cookie in which it would remember one.
 */
async function presentable(request: Request, method: "GET" | "POST"): Promise<NextRequest> {
  const url = new URL(request.url);
  const origin = ownOrigin(request.headers) ?? url.origin;
  const target = new URL(`${url.pathname}${url.search}`, origin);
  const callbackUrl = target.searchParams.get("callbackUrl");
  if (callbackUrl !== null) target.searchParams.set("callbackUrl", ownPath(callbackUrl, origin));
  const headers = new Headers(request.headers);
  const cookies =
    headers
      .get("cookie")
      ?.split(";")
      .filter((cookie) => !cookie.includes("authjs.callback-url=")) ?? [];
  headers.set("cookie", cookies.join(";"));
  headers.delete("authorization");
  const body = method === "POST" ? await readBytes(request, MAX_BODY_BYTES) : undefined;
  return asNextRequest(new Request(target, { method, headers, ...(body !== undefined && { body }) }), target);
}

/**
 * next-auth reads `nextUrl` and nothing else that a plain request lacks. Next's own class would turn 127.0.0.1 into localhost, where no cookie of
 * ours is.
 */
function asNextRequest(request: Request, nextUrl: URL): NextRequest {
  return Object.assign(request, { nextUrl }) as unknown as NextRequest;
}

/** What a visitor did wrong is no news; what next-auth could not do is. */
function logAuthError(error: Error): void {
  const type = "type" in error ? String(error.type) : error.name;
  const isOrdinary = ["CredentialsSignin", "MissingCSRF", "UnknownAction", "JWTSessionError", "SyntaxError"].includes(type);
  if (isOrdinary) log.debug("auth-refused", { type });
  else log.error("auth-error", { type, detail: messageOf(error), error });
}
