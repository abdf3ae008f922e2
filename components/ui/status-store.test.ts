import { expect, it } from "vitest";
import { announce, dismissStatus, statusStore } from "#components/ui/status-store.ts";

it("shows the newest message alone, and a late dismissal of an older one does not take it away", () => {
  const seen: (string | undefined)[] = [];
  const stop = statusStore.subscribe(() => seen.push(statusStore.current()?.text));
  const first = { text: "first" };
  const second = { text: "second" };
  announce(first);
  announce(second);
  dismissStatus(first);
  expect(statusStore.current()).toBe(second);
  dismissStatus(second);
  stop();
  announce({ text: "after" });
  expect(seen).toEqual(["first", "second", undefined]);
});

it("writes out what would hide in a name, or turn the words around it", () => {
  announce({ text: "Report\u202eFDP.exe\u200b is deleted.", tone: "danger" });
  expect(statusStore.current()).toEqual({ text: "Report\\u{202E}FDP.exe\\u{200B} is deleted.", tone: "danger" });
});
