import { describe, expect, it } from "vitest";
import { parseAllowList } from "./allow-list.ts";

describe("parseAllowList", () => {
  it("allows a host with a port on that port alone, and a host without one on every port", () => {
    const allow = parseAllowList("127.0.0.1:9099, wiki.intranet");
    expect(allow.includes("127.0.0.1", 9099)).toBe(true);
    expect(allow.includes("127.0.0.1", 80)).toBe(false);
    expect(allow.includes("wiki.intranet", 8080)).toBe(true);
    expect(allow.includes("other.intranet", 80)).toBe(false);
    expect(allow.includes("evil.wiki.intranet", 80)).toBe(false);
  });

  it("compares hosts in the form in which they are dialled", () => {
    const allow = parseAllowList("LOCALHOST:1, 0x7f.1:2, Bücher.example, fd00:0::1, [::1]:3,");
    expect(allow.includes("localhost", 1)).toBe(true);
    expect(allow.includes("localhost.", 1)).toBe(true);
    expect(allow.includes("127.0.0.1", 2)).toBe(true);
    expect(allow.includes("xn--bcher-kva.example", 443)).toBe(true);
    expect(allow.includes("[fd00::1]", 443)).toBe(true);
    expect(allow.includes("[::1]", 3)).toBe(true);
    expect(allow.includes("[::1]", 4)).toBe(false);
  });

  it("allows nothing when it is empty", () => {
    expect(parseAllowList("").includes("example.com", 80)).toBe(false);
  });

  it.each(["http://a.test", "a.test/x", "*.a.test", "user@a.test", "a.test:0", "a.test:65536", "a.test:x", "a b", "1.2.3.4.5", "[::1"])(
    "refuses %j with a sentence that names it",
    (entry) => {
      expect(() => parseAllowList(`ok.test, ${entry}`)).toThrow(`WEB_FETCH_ALLOW: "${entry}" is not host or host:port`);
    },
  );
});
