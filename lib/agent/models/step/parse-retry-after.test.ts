import { expect, it } from "vitest";
import { parseRetryAfterMs } from "./parse-retry-after.ts";

const NOW = Date.UTC(2030, 11, 31, 23, 59, 0);

it.each([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": " 0.5 " }, 500],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "Wed, 01 Jan 2031 00:00:00 GMT" }, 60_000],
  [{ "retry-after": "Wed, 01 Jan 2020 00:00:00 GMT" }, 0],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after": "-1" }, undefined],
  [{ "retry-after": "2, 3" }, 2_000],
  [{ "retry-after": "1e3" }, undefined],
  [{ "retry-after": "2031" }, 2_031_000],
  [{ "retry-after": "Wednesday, 01-Jan-31 00:00:00 GMT" }, 60_000],
  [{ "retry-after": "5", "retry-after-ms": "120" }, 120],
  [{ "retry-after": "5", "retry-after-ms": "x" }, 5_000],
  [{}, undefined],
])("%j is %s ms", (headers, waitMs) => {
  expect(parseRetryAfterMs(headers as Record<string, string>, NOW)).toBe(waitMs);
});
