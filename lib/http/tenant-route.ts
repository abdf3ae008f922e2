import { type Caller, contextOf, identify, type Membership, type Person } from "#lib/auth/caller.ts";
import { requireRole, requireWriter } from "#lib/auth/require-role.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { countCall } from "#lib/rate-limit/call-limit.ts";
import { type Answer, respond } from "./answer.ts";
import { readAs } from "./read-as.ts";
import { type Input, type InputOptions, readInput } from "./read-input.ts";
import { markRoute, type RouteHandler } from "./route-kind.ts";
import { requireSameOrigin } from "./same-origin.ts";

interface TenantRouteOptions<Params, Query, Body> extends InputOptions<Params, Query, Body> {
  /** Who may call it; everybody when not given. */
  roles?: readonly Role[];
  /** An auditor may call it although it is not a GET, because it changes nothing (a preview, a simulation). */
  changesNothing?: true;
}

interface TenantRouteInput<Params, Query, Body> extends Input<Params, Query, Body> {
  ctx: TenantContext;
  person: Person;
  organization: Membership["organization"];
  request: Request;
}

/**
 * Makes a handler for members of an organization: nearly all of them. In this order: who calls (401 `unauthenticated`), did a page of ours send
 * it (403 `cross_origin`, cookies only), drawn for who calls now (409 `page_outdated`), not too often (429 `rate_limited`), the role (403
 * `forbidden`; an auditor changes nothing), the path (404), the query (400) and the body (413, 415, 400); when the body was slow, who and which role
 * once more. Then the handler, which calls one verb and returns its value.
 *
 * @example export const GET = tenantRoute({ params: { id: parseChatId } }, ({ ctx, params }) => getChat(ctx, params));
 */
export function tenantRoute<Params = unknown, Query = undefined, Body = undefined>(
  options: TenantRouteOptions<Params, Query, Body>,
  handler: (input: TenantRouteInput<Params, Query, Body>) => Promise<Answer> | Answer,
): RouteHandler {
  return markRoute(
    (request, context) =>
      respond(request, async () => {
        const first = await requireMember(request);
        countCall(first.ctx.tenantId, first.ctx.userId);
        requireRights(first.ctx, request, options);
        const [{ caller, ctx }, input] = await readAs(
          first,
          () => requireMember(request),
          () => readInput(options, request, context),
        );
        requireRights(ctx, request, options);
        return handler({ ...input, ctx, person: caller.person, organization: organizationOf(caller), request });
      }),
    "tenant",
  );
}

async function requireMember(request: Request): Promise<{ caller: Caller; ctx: TenantContext }> {
  const caller = await requireCaller(request);
  return { caller, ctx: requireContext(caller) };
}

function requireRights(
  ctx: TenantContext,
  request: Request,
  { roles, changesNothing }: { roles?: readonly Role[]; changesNothing?: true },
): void {
  if (roles) requireRole(ctx, ...roles);
  if (isWrite(request) && !changesNothing) requireWriter(ctx);
}

/** A proven person whose browser, if it is one, was sent by no other site and by no page of somebody else's. */
export async function requireCaller(request: Request): Promise<Caller> {
  const caller = await identify(request.headers);
  if (!caller) throw new AppError("unauthenticated", "Sign in, or send an API key as `Authorization: Bearer cs_…`.");
  if (caller.sessionId && isWrite(request)) requireSameOrigin(request.headers);
  requirePageOf(caller, request.headers);
  return caller;
}

/**
 * A page says whom it was drawn for. When the browser has switched the organization or the person since, in another tab, what is asked on that page
 * is not meant for the one, or by the one, that the session names now. This only ever refuses: who acts where is read from session or key alone.
 */
function requirePageOf({ person, membership }: Caller, headers: Headers): void {
  const drawnFor = headers.get("x-drawn-for");
  if (drawnFor === null || !membership || drawnFor === `${membership.organization.id} ${person.id}`) return;
  throw new AppError("page_outdated", "This page shows another organization or person than this browser acts for now. Load it again.");
}

function requireContext(caller: Caller): TenantContext {
  const ctx = contextOf(caller);
  if (!ctx)
    throw new AppError("unauthenticated", "You are not a member of this organization. Choose another one, or ask for an invitation.");
  return ctx;
}

function organizationOf(caller: Caller): Membership["organization"] {
  if (!caller.membership) throw new Error("A context without a membership.");
  return caller.membership.organization;
}

function isWrite(request: Request): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}
