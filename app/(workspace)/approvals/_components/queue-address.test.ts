import { describe, expect, it } from "vitest";
import { exportHref, filterOf, queueHref, readQueueAddress } from "./queue-address.ts";

const ID = "01a229ae-f41c-7498-b197-6c16498690ff";

describe("the address of the approvals page", () => {
  it("comes back as it was written", () => {
    const address = {
      tab: "decided",
      id: ID,
      chat: ID,
      tool: "shell",
      status: "denied",
      from: "2026-01-01",
      to: "2026-01-31",
      cursor: "abc",
      at: "51",
    } as const;
    const query = Object.fromEntries(new URL(queueHref(address), "http://x").searchParams);
    expect(readQueueAddress(query)).toEqual(address);
  });

  it.each([
    [{ tab: "all" }],
    [{ id: "1" }],
    [{ from: "yesterday" }],
    [{ status: "maybe" }],
    [{ tab: ["decided", "expired"] }],
    [{ at: "0" }],
    [{ unknown: "x" }],
  ])("leaves out %j, which it cannot read", (query) => {
    expect(readQueueAddress(query)).toEqual({ tab: "needs-you" });
  });

  it("begins at the first page, without a request, when other rows are asked for", () => {
    const address = { tab: "decided", id: ID, cursor: "abc", at: "51" } as const;
    expect(queueHref(address, { tool: "shell" })).toBe("/approvals?tab=decided&tool=shell");
    expect(queueHref(address, { id: undefined })).toBe("/approvals?tab=decided&cursor=abc&at=51");
    expect(queueHref(address, { tab: "needs-you" })).toBe("/approvals");
  });

  it("takes the last day whole", () => {
    expect(filterOf({ tab: "expired", from: "2026-01-31", to: "2026-01-31" })).toMatchObject({
      from: new Date("2026-01-31T00:00:00Z"),
      to: new Date("2026-02-01T00:00:00Z"),
    });
  });

  it("asks for the file with the very filters of the list", () => {
    expect(exportHref({ tab: "decided", tool: "shell", status: "denied", cursor: "abc" }, "csv")).toBe(
      "/api/approvals?format=csv&tab=decided&tool=shell&status=denied",
    );
  });
});
