import path from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { sumOf, type Tally, toldOf, writeTally } from "./tally.ts";

/** Vitest reporter: leaves the run's tally. */
export default class VitestTally implements Reporter {
  async onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<{ message: string }>): Promise<void> {
    const outside = {
      passed: 0,
      failed: unhandled.length,
      told: unhandled.map(({ message }) => toldOf("failed", "outside of tests", message)),
    };
    await writeTally(sumOf([...modules.map(tallyOf), outside]));
  }
}

function tallyOf(module: TestModule): Tally {
  const tests = [...module.children.allTests()];
  const failed = tests.filter((test) => test.result().state === "failed");
  const tally = {
    passed: tests.filter((test) => test.result().state === "passed").length,
    failed: failed.length,
    told: [
      ...failed.map((test) => toldOf("failed", nameOf(test), test.result().errors?.[0]?.message)),
      ...tests
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => toldOf("passed at the second try", nameOf(test), test.result().errors?.[0]?.message)),
    ],
  };
  if (tally.failed > 0 || module.state() !== "failed") return tally;
  return { ...tally, failed: 1, told: [...tally.told, toldOf("failed", fileOf(module), module.errors()[0]?.message)] };
}

function nameOf(test: TestCase): string {
  return `${fileOf(test.module)} > ${test.fullName}`;
}

function fileOf(module: TestModule): string {
  return path.relative(process.cwd(), module.moduleId);
}
