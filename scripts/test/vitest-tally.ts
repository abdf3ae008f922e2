import type { Reporter, TestModule } from "vitest/node";
import { sumOf, type Tally, writeTally } from "./tally.ts";

/** Vitest reporter: leaves the run's tally. */
export default class VitestTally implements Reporter {
  async onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): Promise<void> {
    await writeTally(sumOf([...modules.map(tallyOf), { passed: 0, failed: unhandled.length }]));
  }
}

function tallyOf(module: TestModule): Tally {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const failed = states.filter((state) => state === "failed").length;
  const hasFailedOutside = failed === 0 && module.state() === "failed";
  return { passed: states.filter((state) => state === "passed").length, failed: hasFailedOutside ? 1 : failed };
}
