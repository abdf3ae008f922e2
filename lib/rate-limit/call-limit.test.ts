import { expect, it } from "vitest";
import { AppError } from "#lib/errors.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import { CALLS_PER_MINUTE, countCall } from "./call-limit.ts";

it("counts a member's calls in a minute of the clock, and starts anew with the next", () => {
  const [tenantId, userId] = [newId<TenantId>(), newId<UserId>()];
  const start = Date.UTC(2030, 0, 1, 12, 0, 15);
  for (let call = 0; call < CALLS_PER_MINUTE; call += 1) countCall(tenantId, userId, start);
  expect(() => countCall(tenantId, userId, start)).toThrow(AppError);
  try {
    countCall(tenantId, userId, start);
  } catch (error) {
    expect(error).toMatchObject({ code: "rate_limited", status: 429, facts: { retryAfterMs: 45_000 } });
  }
  countCall(tenantId, newId<UserId>(), start);
  countCall(newId<TenantId>(), userId, start);
  countCall(tenantId, userId, start + 45_000);
});
