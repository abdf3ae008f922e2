import { expect, it } from "vitest";
import { isCurrentLink } from "#components/shell/rail-links.ts";

it.each([
  ["/approvals", "/approvals", true],
  ["/approvals", "/approvals/0192", true],
  ["/approvals", "/approvals-archive", false],
  ["/chat", "/chat", true],
  ["/chat", "/chat/0192", false],
  ["/settings", "/settings/members", true],
])("%s on %s is current: %s", (href, path, isCurrent) => {
  expect(isCurrentLink(href, path)).toBe(isCurrent);
});
