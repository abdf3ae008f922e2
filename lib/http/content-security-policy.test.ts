import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./content-security-policy.ts";

it("allows our own files and this answer's nonce, and nothing inline or remote", () => {
  const policy = contentSecurityPolicy("bm9uY2U", false);
  expect(policy).not.toMatch(/unsafe-|https?:|\*/);
  expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U' 'strict-dynamic'");
  expect(policy).toContain("style-src 'self' 'nonce-bm9uY2U'");
  expect(policy).toContain("img-src 'self' data: blob:");
  for (const name of ["object-src", "base-uri", "frame-src", "frame-ancestors"]) expect(policy).toContain(`${name} 'none'`);
});
