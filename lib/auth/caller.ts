import { systemStatement } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { ApiKeyId, SessionId, TenantId, UserId } from "#lib/ids.ts";
import { within } from "#lib/within.ts";
import { isApiKey } from "./api-key-form.ts";
import { hashSecret } from "./secret.ts";
import { readSessionCookie } from "./session-cookie.ts";

export interface Person {
  id: UserId;
  name: string;
  email: string;
}

export interface Membership {
  organization: { id: TenantId; name: string };
  role: Role;
}

/** A proven person, as the database knows them at this moment. */
export interface Caller {
  person: Person;
  /** Null when the person was removed from the organization that their session looks at, or belongs to none. */
  membership: Membership | null;
  sessionId?: SessionId;
  apiKeyId?: ApiKeyId;
}

/**
 * Who sends this request: one query over session (or API key), person and membership, on every request, so that a revoked session, a
 * changed role and a removed member are true at once. An `Authorization` header decides alone; a wrong one is nobody, whatever cookie
 * comes with it. Reads nothing else of the request: no body, no query, no header can name a person or an organization.
 *
 * It is what each request asks of the database first, so here it shows when that is silent (it hangs, the network swallows): five seconds later
 * people are told, rather than never.
 *
 * @returns null for nobody
 * @throws AppError 503 `unavailable`
 */
export function identify(headers: Headers): Promise<Caller | null> {
  return within(ANSWER_WITHIN_MS, identifyBy(headers), () => {
    throw new AppError("unavailable", "The database does not answer. Try again in a moment.", { retryAfterMs: ANSWER_WITHIN_MS });
  });
}

const ANSWER_WITHIN_MS = 5_000;

async function identifyBy(headers: Headers): Promise<Caller | null> {
  const authorization = headers.get("authorization");
  if (authorization !== null) return identifyByApiKey(authorization);
  const sessionId = readSessionCookie(headers.get("cookie"));
  return sessionId ? identifyBySession(sessionId) : null;
}

/** @returns null when the caller has no organization to act in */
export function contextOf(caller: Caller): TenantContext | null {
  const { person, membership, sessionId, apiKeyId } = caller;
  if (!membership) return null;
  const tenantId = membership.organization.id;
  return {
    tenantId,
    userId: person.id,
    role: membership.role,
    db: tenantDb(tenantId),
    ...(sessionId && { sessionId }),
    ...(apiKeyId && { apiKeyId }),
  };
}

interface CallerRow {
  userId: UserId;
  name: string;
  email: string;
  tenantId: TenantId | null;
  organization: string | null;
  role: Role | null;
}

async function identifyBySession(sessionId: SessionId): Promise<Caller | null> {
  const [row] = await systemStatement(
    (sql) => sql<CallerRow[]>`
      with seen as (
        update auth_sessions set last_seen_at = now() where id = ${sessionId} and last_seen_at < now() - interval '1 minute'
      )
      select u.id as "userId", u.name, u.email, m.tenant_id as "tenantId", o.name as organization, m.role
        from auth_sessions s
        join users u on u.id = s.user_id
        left join memberships m on m.tenant_id = s.active_tenant_id and m.user_id = s.user_id and m.removed_at is null
        left join organizations o on o.id = m.tenant_id
       where s.id = ${sessionId} and s.revoked_at is null and s.expires_at > now()`,
  );
  return row ? { ...callerOf(row), sessionId } : null;
}

async function identifyByApiKey(authorization: string): Promise<Caller | null> {
  const [scheme, secret, ...rest] = authorization.split(" ");
  if (scheme?.toLowerCase() !== "bearer" || !secret || rest.length > 0 || !isApiKey(secret)) return null;
  const secretHash = hashSecret(secret);
  const [row] = await systemStatement(
    (sql) => sql<(CallerRow & { apiKeyId: ApiKeyId })[]>`
      with used as (
        update api_keys set last_used_at = now()
         where secret_hash = ${secretHash} and coalesce(last_used_at, '-infinity') < now() - interval '1 minute'
      )
      select k.id as "apiKeyId", u.id as "userId", u.name, u.email, m.tenant_id as "tenantId", o.name as organization, m.role
        from api_keys k
        join users u on u.id = k.user_id
        join memberships m on m.tenant_id = k.tenant_id and m.user_id = k.user_id and m.removed_at is null
        join organizations o on o.id = m.tenant_id
       where k.secret_hash = ${secretHash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
  );
  return row ? { ...callerOf(row), apiKeyId: row.apiKeyId } : null;
}

function callerOf(row: CallerRow): Caller {
  const person = { id: row.userId, name: row.name, email: row.email };
  if (row.tenantId === null || row.role === null) return { person, membership: null };
  return { person, membership: { organization: { id: row.tenantId, name: row.organization ?? "" }, role: row.role } };
}
