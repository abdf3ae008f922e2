import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeConnections } from "#db/client.ts";
import { hub } from "#lib/events/hub.ts";
import { browserOf, callRoute } from "#lib/testing/call-route.ts";
import { type FoundRoute, findRoutes } from "#lib/testing/find-routes.ts";
import { createScene } from "#lib/testing/scene.ts";
import { methodsIn } from "./other-methods-loader.ts";
import type { RouteHandler } from "./route-kind.ts";

/** Everything that anybody may call, and why. A new entry is a decision. */
const PUBLIC = [
  "DELETE /api/[[...unknown]]", // 404 for what is no call
  "GET /api/[[...unknown]]",
  "PATCH /api/[[...unknown]]",
  "POST /api/[[...unknown]]",
  "PUT /api/[[...unknown]]",
  "GET /api/auth/[...nextauth]", // signing in
  "POST /api/auth/[...nextauth]",
  "GET /api/health", // load balancers; no details
  "POST /api/invitations/accept", // the link's token is the proof
  "POST /api/webhooks/[id]", // the signature is the proof
  "POST /api/set-up", // the start's token is the proof, once
];

let routes: FoundRoute[];
beforeAll(async () => {
  routes = await findRoutes(path.resolve("app/api"), (file) => import(file));
});
afterAll(async () => {
  await hub().close();
  await closeConnections();
});

const nameOf = ({ method, path: place }: FoundRoute) => `${method} ${place}`;
const guarded = () => routes.filter((route) => route.kind === "tenant" || route.kind === "person");

/** A value for every `[part]` of a path: an id that never existed. */
function paramsOf(place: string): Record<string, string> {
  return Object.fromEntries([...place.matchAll(/\[(\w+)\]/g)].map(([, name]) => [name, "019b0000-0000-7000-8000-000000000000"]));
}

describe("the handlers of app/api", () => {
  it("are all made by tenantRoute, personRoute or publicRoute", () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => route.kind === null).map(nameOf)).toEqual([]);
  });

  it("are public only when they stand in the list", () => {
    expect(
      routes
        .filter((route) => route.kind === "public")
        .map(nameOf)
        .sort(),
    ).toEqual([...PUBLIC].sort());
  });

  it("answer nobody with 401, whatever the method, before they look at anything", async () => {
    for (const route of guarded()) {
      const call = { method: route.method, params: paramsOf(route.path), ...(route.method !== "GET" && { body: "{" }) };
      const { status, body, headers } = await callRoute(route.handler as RouteHandler, call);
      expect([nameOf(route), status, body.code]).toEqual([nameOf(route), 401, "unauthenticated"]);
      expect(headers.get("cache-control")).toBe("private, no-store");
    }
  });

  it("answer an id of nobody, a malformed one and one too long alike, and never with a fault of ours", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.owner.userId);
    for (const route of guarded().filter(({ path: place }) => place.includes("["))) {
      const notFound = new Set<string>();
      for (const id of ["019b0000-0000-7000-8000-000000000000", "x", "1 or 1=1", "\0", "%00", "../..", "x".repeat(10_000)]) {
        const params = Object.fromEntries(Object.keys(paramsOf(route.path)).map((name) => [name, id]));
        const { status, body } = await callRoute(route.handler as RouteHandler, { method: route.method, params, session });
        // 400: the id could have been one, and the empty body was looked at.
        expect([nameOf(route), [400, 404].includes(status)]).toEqual([nameOf(route), true]);
        if (status === 404) notFound.add(JSON.stringify(body));
      }
      expect([nameOf(route), notFound.size]).toEqual([nameOf(route), 1]);
    }
  });

  it("refuse a write that another site sent with the member's cookie", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.owner.userId);
    for (const route of guarded().filter(({ method }) => method !== "GET")) {
      for (const origin of ["", "null", "http://evil.test"]) {
        const call = { method: route.method, params: paramsOf(route.path), session, headers: { origin }, body: {} };
        const { status, body } = await callRoute(route.handler as RouteHandler, call);
        expect([nameOf(route), origin, status, body.code]).toEqual([nameOf(route), origin, 403, "cross_origin"]);
      }
    }
  });

  it("refuse a key that they do not know in a body, those that take none too", async () => {
    const { ours } = await createScene();
    const session = await browserOf(ours.owner.userId);
    // JSON-RPC is checked by its own code.
    for (const route of guarded().filter(({ method, path: place }) => method !== "GET" && place !== "/api/mcp")) {
      const call = { method: route.method, params: { ...paramsOf(route.path), number: "1" }, session, body: { planted: 1 } };
      const { status, body } = await callRoute(route.handler as RouteHandler, call);
      expect([nameOf(route), status, JSON.stringify(body.issues)]).toEqual([nameOf(route), 400, expect.stringContaining("planted")]);
    }
  });

  it("ignore or refuse an organization or person that is named in query or header", async () => {
    const { ours, theirs } = await createScene();
    for (const route of guarded().filter(
      ({ method, path: place }) => method === "GET" && !place.includes("[") && !place.endsWith("events"),
    )) {
      const call = {
        path: `${route.path}?tenantId=${theirs.id}&user_id=${theirs.owner.userId}`,
        headers: { "x-tenant-id": theirs.id, "x-user-id": theirs.owner.userId, cookie: `tenant=${theirs.id}` },
        apiKey: ours.owner.apiKey,
      };
      const { body } = await callRoute(route.handler as RouteHandler, call);
      expect([nameOf(route), JSON.stringify(body).includes(theirs.owner.email)]).toEqual([nameOf(route), false]);
    }
  });

  it("are all seen by what answers the other methods of their routes", async () => {
    const places = [...new Set(routes.map((route) => route.path))];
    for (const place of places) {
      const own = routes.filter((route) => route.path === place).map((route) => route.method);
      const source = await readFile(path.resolve(`app${place}/route.ts`), "utf8");
      expect([place, [...methodsIn(source)].sort()]).toEqual([place, own.sort()]);
    }
  });

  it("are found when somebody writes one by hand (planted)", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-routes-"));
    await mkdir(path.join(folder, "secret", "[id]"), { recursive: true });
    await writeFile(path.join(folder, "secret", "[id]", "route.ts"), "export const GET = () => new Response('all of it');\n");
    const found = await findRoutes(folder, (file) => import(file));
    await rm(folder, { recursive: true });
    expect(found).toMatchObject([{ method: "GET", path: "/api/secret/[id]", kind: null }]);
  });
});
