import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "./scripts/free-port.ts";

// Chosen once, in the process that starts the product; the test processes inherit it and load this file again.
process.env.E2E_PORT ??= String(await freePort());

/** Debian's browser where there is one; otherwise the one that Playwright installed. */
const chromium = (process.env.PATH ?? "")
  .split(path.delimiter)
  .map((folder) => path.join(folder, "chromium"))
  .find((file) => existsSync(file));

const quiet = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/global-setup.ts",
  workers: 2,
  // A machine that others use may stall a browser; the report names what passed only at the second try ("flaky"). Nobody's own machine forgives.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["./scripts/test/playwright-tally.ts"]],
  use: {
    baseURL: `http://127.0.0.1:${process.env.E2E_PORT}`,
    browserName: "chromium",
    locale: "en-US",
    timezoneId: "UTC",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    // Chromium's own sandbox does not work for root, and the pages are our own.
    launchOptions: { executablePath: chromium, args: [...quiet, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] },
  },
});
