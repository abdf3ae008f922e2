import { describe, expect, it } from "vitest";
import { safeLink, saysItsTarget } from "#components/markdown/safe-link.ts";

describe("safeLink", () => {
  it.each([
    ["https://example.com/a?b#c", "https://example.com/a?b#c", "example.com"],
    ["HTTP://Example.com:8080", "http://example.com:8080/", "example.com:8080"],
    ["https://p\u0430ypal.com", "https://xn--pypal-4ve.com/", "xn--pypal-4ve.com"],
    ["mailto:ana@example.com", "mailto:ana@example.com", "ana@example.com"],
    ["mailto:ana@example.com?bcc=x@evil.com&body=secret", "mailto:ana@example.com", "ana@example.com"],
  ])("follows %s to %s and shows %s", (target, href, host) => {
    expect(safeLink(target)).toEqual({ href, host });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "java\tscript:alert(1)",
    "\u0001javascript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "blob:https://example.com/1",
    "file:///etc/passwd",
    "filesystem:https://example.com/x",
    "view-source:https://example.com",
    "intent://x#Intent;end",
    "ssh://root@host",
    "/api/auth/signout",
    "//evil.com",
    "?q=1",
    "#top",
    "chat/1",
    "",
    "https://",
    "https://google.com@evil.com/",
    "https://user:secret@example.com/",
    "mailto:",
    "mailto:a@b.c,d@e.f",
    "mailto:a%0ab@c.d",
  ])("does not follow %j", (target) => {
    expect(safeLink(target)).toBeUndefined();
  });
});

describe("saysItsTarget", () => {
  const link = { href: "https://example.com/", host: "example.com" };
  it.each([
    ["https://example.com", true],
    ["example.com", true],
    ["https://example.com.evil.org", false],
    ["example", false],
    ["", false],
  ])("%j: %s", (text, says) => {
    expect(saysItsTarget(text, link)).toBe(says);
  });
});
