import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Role } from "#lib/context.ts";
import type { ApiKeyId, InvitationId, SessionId, TenantId, UserId } from "#lib/ids.ts";
import { createdAt, instant, tenantId } from "./columns.ts";

export const organizations = pgTable("organizations", {
  id: uuid("id").$type<TenantId>().primaryKey(),
  name: text("name").notNull(),
  createdAt: createdAt(),
});

/** People. One row a person, whatever the number of organizations; what they may do stands in `memberships`. */
export const users = pgTable("users", {
  id: uuid("id").$type<UserId>().primaryKey(),
  /** Lower case, trimmed. */
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  /** scrypt, in the form that `lib/auth/password.ts` writes; null until an invitation is accepted. */
  passwordHash: text("password_hash"),
  /** False while it is one that an administrator chose: it must be replaced before the person can join another organization. */
  passwordIsOwn: boolean("password_is_own").notNull().default(true),
  createdAt: createdAt(),
});

export const memberships = pgTable(
  "memberships",
  {
    tenantId: tenantId()
      .$type<TenantId>()
      .references(() => organizations.id),
    userId: uuid("user_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    role: text("role").$type<Role>().notNull(),
    /** Null while the person is a member. A removed membership keeps its row, so that records keep their names. */
    removedAt: instant("removed_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] }), index("memberships_user").on(table.userId)],
);

export const invitations = pgTable(
  "invitations",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<InvitationId>().notNull(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").$type<Role>().notNull(),
    tokenHash: text("token_hash").notNull(),
    createdBy: uuid("created_by").$type<UserId>().notNull(),
    expiresAt: instant("expires_at").notNull(),
    acceptedAt: instant("accepted_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] }), uniqueIndex("invitations_token").on(table.tokenHash)],
);

/** Signed-in browsers. The cookie only names a row; who it is and what they may do is read from the database on every request. */
export const authSessions = pgTable(
  "auth_sessions",
  {
    id: uuid("id").$type<SessionId>().primaryKey(),
    userId: uuid("user_id")
      .$type<UserId>()
      .notNull()
      .references(() => users.id),
    /** The organization that the person looks at now. Not a tenant column: the row belongs to the person. */
    activeTenantId: uuid("active_tenant_id").$type<TenantId>(),
    userAgent: text("user_agent"),
    address: text("address"),
    createdAt: createdAt(),
    lastSeenAt: instant("last_seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("auth_sessions_user").on(table.userId)],
);

export const apiKeys = pgTable(
  "api_keys",
  {
    tenantId: tenantId().$type<TenantId>(),
    id: uuid("id").$type<ApiKeyId>().notNull(),
    userId: uuid("user_id").$type<UserId>().notNull(),
    name: text("name").notNull(),
    /** The first characters of the secret, so that a person can tell keys apart. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the secret: 256 random bits need no slow hash. */
    secretHash: text("secret_hash").notNull(),
    expiresAt: instant("expires_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.id] }), uniqueIndex("api_keys_secret").on(table.secretHash)],
);

/** Facts about this installation: the set-up token's hash, when it was set up, key check values. */
export const installation = pgTable("installation", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  isFinal: boolean("is_final").notNull().default(false),
});

/** Fixed-window counters shared by all processes (sign-in attempts, calls a minute). */
export const rateCounters = pgTable(
  "rate_counters",
  { key: text("key").notNull(), windowStart: instant("window_start").notNull(), count: integer("count").notNull() },
  (table) => [primaryKey({ columns: [table.key, table.windowStart] })],
);
