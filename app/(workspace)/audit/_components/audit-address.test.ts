import { expect, it } from "vitest";
import { auditCsvHref, auditFilter, auditHref, readAuditAddress } from "./audit-address.ts";

it("holds the filters, and shows whole days", () => {
  const address = readAuditAddress({
    action: "tool-call-",
    from: "2026-03-01",
    to: "2026-03-02",
    actorId: "1",
    subject: "",
    cursor: "c",
    at: "51",
  });
  expect(auditHref(address, { cursor: "d", at: "101" })).toBe("/audit?action=tool-call-&from=2026-03-01&to=2026-03-02&cursor=d&at=101");
  expect(auditHref(address, { action: undefined })).toBe("/audit?from=2026-03-01&to=2026-03-02");
  expect(auditFilter(address).to).toEqual(new Date("2026-03-03T00:00:00Z"));
  expect(auditCsvHref(address)).toBe(
    "/api/audit?action=tool-call-&from=2026-03-01T00%3A00%3A00.000Z&to=2026-03-03T00%3A00%3A00.000Z&format=csv",
  );
});
