import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "**/.next/**", "tools/**", "e2e/**"];

export default defineConfig({
  test: {
    pool: "forks",
    // By itself one less than there are cores: of two that is one, which waits for its processes most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As for browser tests: a machine that others use may stall a process. The report names what passed only at the second try.
    retry: process.env.CI ? 1 : 0,
    // next-auth imports "next/server" without an ending, which only a bundler resolves.
    server: { deps: { inline: ["next-auth"] } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...exclude, "**/*.{integration,db}.test.ts"],
          // The set-up gives each file the isolation that it needs for a third of the time.
          isolate: false,
          setupFiles: ["lib/testing/unit/setup.ts"],
        },
      },
      {
        extends: true,
        test: { name: "integration", include: ["**/*.integration.test.ts"], exclude },
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
