import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "**/.next/**", "tools/**", "e2e/**"];

export default defineConfig({
  test: {
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // next-auth imports "next/server" without an ending, which only a bundler resolves.
    server: { deps: { inline: ["next-auth"] } },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["**/*.test.ts"], exclude: [...exclude, "**/*.db.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["**/*.db.test.ts"],
          exclude,
          globalSetup: ["lib/testing/database-cluster.ts"],
          setupFiles: ["lib/testing/database-setup.ts"],
        },
      },
    ],
  },
});
