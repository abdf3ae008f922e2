import { beforeAll, describe, expect, it } from "vitest";
import { newId, type SessionId } from "#lib/ids.ts";
import { openSession, readSessionCookie, sealSession } from "./session-cookie.ts";

beforeAll(() => {
  process.env.AUTH_SECRET = "a secret for tests, long enough and never used elsewhere";
});

describe("the session cookie", () => {
  it("names the row that it was made for", () => {
    const id = newId<SessionId>();
    expect(openSession(sealSession(id))).toBe(id);
    expect(readSessionCookie(`other=1; authjs.session-token=${sealSession(id)}; x=y`)).toBe(id);
  });

  it("prefers the cookie that only HTTPS can set", () => {
    const [plain, secure] = [newId<SessionId>(), newId<SessionId>()];
    const header = `authjs.session-token=${sealSession(plain)}; __Secure-authjs.session-token=${sealSession(secure)}`;
    expect(readSessionCookie(header)).toBe(secure);
  });

  it("is worthless when another id, another proof, or nothing stands in it", () => {
    const id = newId<SessionId>();
    const [, proof] = sealSession(id).split(".");
    for (const forged of [id, `${id}.`, `${newId()}.${proof}`, `${id}.${proof}x`, `${id}.${"A".repeat(43)}`, "", ".", "x".repeat(10_000)]) {
      expect(openSession(forged)).toBeNull();
    }
    expect(readSessionCookie(null)).toBeNull();
    expect(readSessionCookie(`not-authjs.session-token=${sealSession(id)}`)).toBeNull();
  });
});
