import { describe, expect, it } from "vitest";
import { refuseDamagedPath } from "./refuse-damaged-path.ts";

const answerTo = (path: string) => refuseDamagedPath(new Request(`http://countersign.test${path}`));

describe("a path that cannot be decoded", () => {
  it.each(["%ff", "%zz", "%E0%A4%A", "%", "x%80"])("is 400 in the API and on a page: %s", async (part) => {
    const api = await answerTo(`/api/chats/${part}`);
    expect([api?.status, await api?.json()]).toEqual([400, expect.objectContaining({ code: "invalid_request" })]);
    const page = await answerTo(`/chat/${part}`);
    expect([page?.status, page?.headers.get("x-content-type-options")]).toEqual([400, "nosniff"]);
    expect(await page?.text()).toContain("damaged");
  });
});

it.each(["/api/chats/x", "/chat/%25ff", "/chat/%E2%82%AC", "/api/chats/%00", "/login?callbackUrl=%ff"])("lets %s pass", (path) => {
  expect(answerTo(path)).toBeNull();
});
