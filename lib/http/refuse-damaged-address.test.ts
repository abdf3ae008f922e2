import { describe, expect, it } from "vitest";
import { refuseDamagedAddress } from "./refuse-damaged-address.ts";

const answerTo = (path: string) => refuseDamagedAddress(new Request(`http://countersign.test${path}`));

describe("a path that cannot be decoded", () => {
  it.each(["%ff", "%zz", "%E0%A4%A", "%", "x%80"])("is 400 in the API and on a page: %s", async (part) => {
    const api = await answerTo(`/api/chats/${part}`);
    expect([api?.status, await api?.json()]).toEqual([400, expect.objectContaining({ code: "invalid_request" })]);
    const page = await answerTo(`/chat/${part}`);
    expect([page?.status, page?.headers.get("x-content-type-options")]).toEqual([400, "nosniff"]);
    expect(await page?.text()).toContain("damaged");
  });
});

it.each(["/search?q=a%00b", "/metrics?tool=%00", "/nowhere?%00"])("a page whose query has a NUL is 400: %s", async (path) => {
  const page = await answerTo(path);
  expect([page?.status, await page?.text()]).toEqual([400, expect.stringContaining("NUL")]);
});

it.each([
  "/api/chats?q=%00",
  "/search?q=%2500",
  "/api/chats/x",
  "/chat/%25ff",
  "/chat/%E2%82%AC",
  "/api/chats/%00",
  "/login?callbackUrl=%ff",
])("lets %s pass", (path) => {
  expect(answerTo(path)).toBeNull();
});
