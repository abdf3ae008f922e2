import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";
import { writeTally } from "./tally.ts";

/** Playwright reporter: leaves the run's tally. A test that was cut off or never reached has not passed. */
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
    const outcomes = (this.#suite?.allTests() ?? []).map((test) => (test.results.length === 0 ? "unexpected" : test.outcome()));
    const failed = outcomes.filter((outcome) => outcome === "unexpected").length;
    const passed = outcomes.filter((outcome) => outcome === "expected" || outcome === "flaky").length;
    await writeTally({ passed, failed: failed + this.#errors });
  }

  printsToStdio(): boolean {
    return false;
  }
}
