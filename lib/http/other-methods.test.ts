import { describe, expect, it } from "vitest";
import { callRoute } from "#lib/testing/call-route.ts";
import { otherMethods } from "./other-methods.ts";
import otherMethodsLoader from "./other-methods-loader.ts";

describe("a call of the API that is asked with a method that it does not have", () => {
  it("answers 405 as a problem document, and says in Allow which it has", async () => {
    const { status, headers, body } = await callRoute(otherMethods(["GET", "HEAD", "OPTIONS"]).refuse, { method: "PUT" });
    expect([status, headers.get("allow"), headers.get("content-type")]).toEqual([405, "GET, HEAD, OPTIONS", "application/problem+json"]);
    expect(body).toMatchObject({ title: "Method Not Allowed", status: 405, code: "method_not_allowed", allow: ["GET", "HEAD", "OPTIONS"] });
    expect(body.detail).toBe("This call has no PUT. It has GET, HEAD, OPTIONS.");
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  it("tells its methods when it is asked for them", async () => {
    const { status, headers, body } = await callRoute(otherMethods(["POST", "OPTIONS"]).tell, { method: "OPTIONS" });
    expect([status, headers.get("allow"), body]).toEqual([204, "POST, OPTIONS", ""]);
  });
});

describe("what a route is given when the pages are built", () => {
  it.each([
    [
      "export const GET = x;",
      '["GET","HEAD","OPTIONS"]',
      "__refuse as POST, __refuse as PUT, __refuse as PATCH, __refuse as DELETE, __tell as OPTIONS",
    ],
    [
      "export async function POST() {}\nexport const DELETE = x;",
      '["POST","DELETE","OPTIONS"]',
      "__refuse as GET, __refuse as HEAD, __refuse as PUT, __refuse as PATCH, __tell as OPTIONS",
    ],
    [
      "export { handler as GET, handler as POST };",
      '["GET","HEAD","POST","OPTIONS"]',
      "__refuse as PUT, __refuse as PATCH, __refuse as DELETE, __tell as OPTIONS",
    ],
    [
      "export const GET = x;\nexport const OPTIONS = y;",
      '["GET","HEAD","OPTIONS"]',
      "__refuse as POST, __refuse as PUT, __refuse as PATCH, __refuse as DELETE",
    ],
  ])("is a handler for each method that it lacks: %s", (source, allow, exported) => {
    const made = otherMethodsLoader(source);
    expect(made.startsWith(`${source}\n`)).toBe(true);
    expect(made).toContain(`__otherMethods(${allow})`);
    expect(made).toContain(`export { ${exported} };`);
  });

  it("is nothing where it has them all, and what is no export is not taken for one", () => {
    const whole = "export { h as DELETE, h as GET, h as PATCH, h as POST, h as PUT };";
    expect(otherMethodsLoader(whole)).toBe(whole);
    expect(otherMethodsLoader('// export const PUT\nconst PUT = "export const POST";\nexport const GET = x;')).toContain(
      '__otherMethods(["GET","HEAD","OPTIONS"])',
    );
  });
});
