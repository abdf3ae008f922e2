import path from "node:path";
import type { FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { toldOf, writeTally } from "./tally.ts";

/** Playwright reporter: leaves the run's tally. A test that was cut off, or never reached because another one failed, has failed. */
export default class PlaywrightTally implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError({ message }: TestError): void {
    this.#errors.push(toldOf("failed", "outside of tests", message));
  }

  async onEnd(_result: FullResult): Promise<void> {
    const tests = this.#suite?.allTests() ?? [];
    const passed = tests.filter((test) => ["expected", "flaky"].includes(test.outcome()) && test.expectedStatus !== "skipped");
    const failed = tests.filter((test) => !passed.includes(test) && test.expectedStatus !== "skipped");
    const flaky = passed.filter((test) => test.outcome() === "flaky");
    await writeTally({
      passed: passed.length,
      failed: failed.length + this.#errors.length,
      told: [
        ...failed.map((test) => told("failed", test)),
        ...flaky.map((test) => told("passed at the second try", test)),
        ...this.#errors,
      ],
    });
  }

  printsToStdio(): boolean {
    return false;
  }
}

function told(how: Parameters<typeof toldOf>[0], test: TestCase): string {
  const error = test.results.find(({ error }) => error)?.error;
  return toldOf(how, `${path.relative(process.cwd(), test.location.file)} > ${test.title}`, error?.message);
}
