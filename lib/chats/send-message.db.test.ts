import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as sendRoute } from "#app/api/chats/[id]/messages/route.ts";
import { closeConnections } from "#db/client.ts";
import { newId } from "#lib/ids.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(closeConnections);

/** Sends a text to a chat that does not exist: 404 says that it was taken. As ASCII, as Python and others write JSON, an emoji has twelve bytes. */
async function statusFor(text: string, write: (json: string) => string): Promise<number> {
  const body = write(JSON.stringify({ text, clientMessageId: "1" }));
  const call = { method: "POST", params: { id: newId() }, apiKey: scene.ours.member.apiKey, body };
  return (await callRoute(sendRoute, call)).status;
}

const asUtf8 = (json: string) => json;
const asAscii = (json: string) => json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

it.each([
  ["a", asUtf8],
  ["é", asAscii],
  ["日", asUtf8],
  ["日", asAscii],
  ["😀", asUtf8],
  ["😀", asAscii],
])("a message takes 100,000 characters and not one more, here %s, however its JSON is written", async (character, write) => {
  expect(await statusFor(character.repeat(100_000), write)).toBe(404);
  expect(await statusFor(character.repeat(100_001), write)).toBe(400);
});
