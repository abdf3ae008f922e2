import { say, seconds } from "#scripts/bootstrap/say.mjs";
import { run } from "#scripts/run.ts";
import { CHECKS, type Check, tool } from "#scripts/test/checks.ts";

/** On every core: Vitest by itself leaves one free. */
const UNIT_TESTS: Check = { name: "unit tests", run: () => run(tool("vitest"), ["run", "--project", "unit", "--maxWorkers", "100%"]) };

/** What a change must pass before it is committed: side by side, and nothing that needs a database, a browser, a server or the sandbox. */
export async function verify(): Promise<number> {
  const since = Date.now();
  const codes = await Promise.all(
    [...CHECKS, UNIT_TESTS].map(async (check) => {
      const { code, output } = await check.run();
      say(`${code === 0 ? "passed" : "FAILED"}  ${check.name}`);
      if (code !== 0) process.stdout.write(`${output}\n`);
      return code;
    }),
  );
  const failed = codes.filter((code) => code !== 0).length;
  say(`${failed === 0 ? "Verified" : `${failed} of ${codes.length} failed`} in ${seconds(since)}`);
  return failed === 0 ? 0 : 1;
}
