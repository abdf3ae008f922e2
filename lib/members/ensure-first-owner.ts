import { systemSql } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import { insertApiKey } from "#lib/api-keys/insert-api-key.ts";
import { isApiKey } from "#lib/auth/api-key-form.ts";
import { normalizeEmail } from "#lib/auth/email.ts";
import { hashPassword, passwordSchema } from "#lib/auth/password.ts";
import { hashSecret } from "#lib/auth/secret.ts";
import type { Env } from "#lib/env.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import { isSetUp } from "./installation.ts";
import { makeFirstOwner } from "./make-first-owner.ts";
import { nameSchema } from "./name.ts";

type AdminEnv = Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD" | "ADMIN_ORGANIZATION" | "ADMIN_API_KEY">;

/**
 * Makes the first owner from `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `ADMIN_ORGANIZATION`, and gives them `ADMIN_API_KEY`. Does nothing when none is set;
 * when the installation has an owner only the key is still looked after, and neither a password that was changed nor a key that was revoked comes back.
 *
 * @throws Error in words for the person who starts the product: something is missing, or not usable
 */
export async function ensureFirstOwner(env: AdminEnv): Promise<void> {
  const admin = parseAdmin(env);
  if (!admin) return;
  const { email, organization, password, apiKey } = admin;
  if (!(await systemSql(isSetUp))) {
    await makeFirstOwner({ organization, email, name: email.split("@")[0] ?? email, passwordHash: await hashPassword(password) });
  }
  if (apiKey) await ensureKey(email, apiKey);
}

function parseAdmin(env: AdminEnv): { email: string; password: string; organization: string; apiKey: string | undefined } | null {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_ORGANIZATION, ADMIN_API_KEY: apiKey } = env;
  if (!ADMIN_EMAIL && !ADMIN_PASSWORD && !ADMIN_ORGANIZATION && !apiKey) return null;
  if (!ADMIN_EMAIL || !ADMIN_PASSWORD || !ADMIN_ORGANIZATION) {
    throw new Error("ADMIN_EMAIL, ADMIN_PASSWORD and ADMIN_ORGANIZATION belong together: set all three, or none and use the set-up link.");
  }
  const email = normalizeEmail(ADMIN_EMAIL);
  if (email === null) throw new Error("ADMIN_EMAIL is not an e-mail address such as name@example.org.");
  const password = passwordSchema.safeParse(ADMIN_PASSWORD);
  if (!password.success) throw new Error(`ADMIN_PASSWORD: ${password.error.issues[0]?.message ?? "is not usable."}`);
  const organization = nameSchema.safeParse(ADMIN_ORGANIZATION);
  if (!organization.success) throw new Error(`ADMIN_ORGANIZATION: ${organization.error.issues[0]?.message ?? "is not usable."}`);
  if (apiKey && !isApiKey(apiKey)) {
    throw new Error("ADMIN_API_KEY starts with cs_ and has 32 to 200 characters: letters, digits, _ and -.");
  }
  return { email, password: password.data, organization: organization.data, apiKey };
}

/** The owner with that address in the organization they joined first. A key that exists, revoked or not, stays as it is. */
async function ensureKey(email: string, apiKey: string): Promise<void> {
  const [owner] = await systemSql(
    (sql) => sql<{ tenantId: TenantId; userId: UserId }[]>`
      select m.tenant_id as "tenantId", m.user_id as "userId" from memberships m join users u on u.id = m.user_id
       where u.email = ${email} and m.role = 'owner' and m.removed_at is null
         and not exists (select 1 from api_keys where secret_hash = ${hashSecret(apiKey)})
       order by m.created_at limit 1`,
  );
  if (!owner) return;
  const { tenantId, userId } = owner;
  await tenantDb(tenantId).sql((sql) => insertApiKey(sql, { tenantId, userId, actorId: null, name: "ADMIN_API_KEY", apiKey }));
}
