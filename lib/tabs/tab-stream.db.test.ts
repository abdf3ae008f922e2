import { afterAll, expect, it } from "vitest";
import { GET } from "#app/api/events/route.ts";
import { closeConnections } from "#db/client.ts";
import { hub } from "#lib/events/hub.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene } from "#lib/testing/scene.ts";

afterAll(async () => {
  await hub().close();
  await closeConnections();
});

it("says to HEAD what a tab's stream is, and leaves nobody behind who listens for it", async () => {
  const { ours } = await createScene();
  const head = () => callRoute(GET, { ...ours.member, method: "HEAD", path: "/api/events" });
  const { status, headers, body } = await head();
  expect([status, headers.get("content-type"), body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
  await hub().listen();
  const listeners = () => [hub().listenerCount("notice"), hub().listenerCount("resync")];
  const before = listeners();
  await Promise.all([head(), head(), head()]);
  expect(listeners()).toEqual(before);
});
