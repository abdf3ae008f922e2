import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";
import { writeTally } from "./tally.ts";

/** Playwright reporter: leaves the run's tally. A test that was cut off, or never reached because another one failed, has failed. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors += 1;
  }

  async onEnd(_result: FullResult): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    const passed = tests.filter((test) => ["expected", "flaky"].includes(test.outcome()) && test.expectedStatus !== "skipped").length;
    const skipped = tests.filter((test) => test.expectedStatus === "skipped").length;
    const failed = tests.length - passed - skipped;
    await writeTally({ passed, failed: failed + this.#errors });
  }

  printsToStdio(): boolean {
    return false;
  }
}
