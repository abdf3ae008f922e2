import { describe, expect, it } from "vitest";
import { pageHref, readRecordAddress, recordCsvHref, recordHref } from "./record-address.ts";

const read = (query: string) => readRecordAddress(Object.fromEntries(new URLSearchParams(query)));

describe("the address of the record", () => {
  it("holds every filter, and gives them on to its pages and its file", () => {
    const query =
      "tool=a+b&status=denied&kind=approval_denied&userId=019b0000-0000-7000-8000-00000000000a&from=2026-03-27T10%3A20%3A00.000Z";
    const address = read(query);
    expect(recordHref(address)).toBe(`/tool-calls?${query}`);
    expect(recordCsvHref(address)).toBe(`/api/tool-calls?${query}&format=csv`);
    expect(pageHref(address, { cursor: "c", at: 51 })).toBe(`/tool-calls?${query}&cursor=c&at=51`);
    expect(recordHref(address, { tool: undefined, status: undefined, kind: undefined, userId: undefined, from: undefined })).toBe(
      "/tool-calls",
    );
  });

  it("takes a form's empty choices for none, and its times for UTC", () => {
    expect(read("tool=&status=&userId=&to=2026-03-27T10:20").filter).toEqual({ to: new Date("2026-03-27T10:20:00Z") });
  });

  it.each(["status=done", "userId=1", "chatId=..", "from=yesterday", "at=9", "cursor=", "x=1"])(
    "shows the whole record for %s, which cannot be",
    (query) => {
      expect(read(query)).toEqual({ filter: {}, cursor: undefined, at: 1 });
    },
  );
});
