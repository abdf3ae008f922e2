import { connections } from "#db/client.ts";
import { tenantDb } from "#db/tenant.ts";
import { apiKeyPrefix, newApiKey } from "#lib/auth/api-key-form.ts";
import { hashPassword } from "#lib/auth/password.ts";
import { hashSecret } from "#lib/auth/secret.ts";
import { ROLES, type Role, type TenantContext } from "#lib/context.ts";
import { type ApiKeyId, newId, type TenantId, type UserId } from "#lib/ids.ts";

/** What every person of a scene signs in with. */
export const SCENE_PASSWORD = "a password for tests";

export interface SceneMember {
  userId: UserId;
  name: string;
  email: string;
  role: Role;
  /** For verbs: acts as this member. */
  ctx: TenantContext;
  /** For HTTP: `authorization: Bearer <apiKey>`. */
  apiKey: string;
  apiKeyId: ApiKeyId;
}

export interface SceneOrganization {
  id: TenantId;
  name: string;
  owner: SceneMember;
  admin: SceneMember;
  approver: SceneMember;
  member: SceneMember;
  auditor: SceneMember;
}

/** Two organizations with the same names for everything, each with one member of every role: what one must never see of the other. */
export interface Scene {
  ours: SceneOrganization;
  theirs: SceneOrganization;
}

/** New organizations and people on every call, so tests of one file do not meet. */
export async function createScene(): Promise<Scene> {
  return { ours: await createSceneOrganization(), theirs: await createSceneOrganization() };
}

export async function createSceneOrganization(name = "Acme"): Promise<SceneOrganization> {
  const id = newId<TenantId>();
  await connections().raw`insert into organizations (id, name) values (${id}, ${name})`;
  const members = await Promise.all(ROLES.map((role) => createSceneMember(id, role)));
  return { id, name, ...(Object.fromEntries(members.map((member) => [member.role, member])) as Record<Role, SceneMember>) };
}

/** One more member with that role, with a password and an API key. */
export async function createSceneMember(tenantId: TenantId, role: Role): Promise<SceneMember> {
  const [userId, apiKeyId, apiKey] = [newId<UserId>(), newId<ApiKeyId>(), newApiKey()];
  const [name, email] = [`The ${role}`, `${role}-${userId.slice(-12)}@example.org`];
  const db = tenantDb(tenantId);
  const hash = await scenePasswordHash();
  await db.sql(async (sql) => {
    await sql`insert into users (id, email, name, password_hash) values (${userId}, ${email}, ${name}, ${hash})`;
    await sql`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${role})`;
    await sql`
      insert into api_keys (tenant_id, id, user_id, name, prefix, secret_hash)
      values (${tenantId}, ${apiKeyId}, ${userId}, 'Scene', ${apiKeyPrefix(apiKey)}, ${hashSecret(apiKey)})`;
  });
  return { userId, name, email, role, apiKey, apiKeyId, ctx: { tenantId, userId, role, db } };
}

let hash: Promise<string> | undefined;

/** Hashing costs 0.2 s on purpose; one hash for all the people of a process is enough in a test. */
function scenePasswordHash(): Promise<string> {
  hash ??= hashPassword(SCENE_PASSWORD);
  return hash;
}
