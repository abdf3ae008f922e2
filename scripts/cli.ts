import { readFile } from "node:fs/promises";
import { say } from "./bootstrap/say.mjs";
import { forgetEmptyVariables } from "./forget-empty-variables.ts";

/**
 * Runs one command of `countersign.mjs`, under a Node.js that runs TypeScript and with all packages in place. Each is loaded when it is
 * asked for, so that none waits for what only another needs.
 * @returns the exit code
 */
export async function run(command: string, args: readonly string[]): Promise<number> {
  forgetEmptyVariables(process.env);
  switch (command) {
    case "start":
    case "dev": {
      const { start } = await import("./commands/start.ts");
      const { version } = JSON.parse(await readFile("package.json", "utf8")) as { version: string };
      say(`Countersign ${version} on Node.js ${process.versions.node}`);
      return start(command === "start" ? "production" : "development");
    }
    case "web":
    case "worker":
      return (await import("./commands/one-service.ts")).runOneService(command);
    case "migrate":
      return (await import("./commands/migrate.ts")).migrateDatabase();
    case "build":
      await (await import("./build.ts")).ensureBuilt();
      return 0;
    case "verify":
      return (await import("./commands/verify.ts")).verify();
    case "test":
      return (await import("./commands/test.ts")).test();
    case "bench":
      return (await import("./commands/bench.ts")).bench(args);
    default:
      throw new Error(`scripts/cli.ts does not know the command "${command}".`);
  }
}
