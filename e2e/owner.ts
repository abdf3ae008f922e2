/** The first owner of every product that tests start, made by the `ADMIN_*` variables. */
export const OWNER = {
  email: "owner@example.com",
  password: "correct horse battery staple",
  organization: "Example Works",
  apiKey: "cs_e2e_owner_key_0123456789abcdefghijklmnop",
} as const;

export const OWNER_ENVIRONMENT = {
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
  ADMIN_ORGANIZATION: OWNER.organization,
  ADMIN_API_KEY: OWNER.apiKey,
};
