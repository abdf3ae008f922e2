import { describe, expect, it } from "vitest";
import { decodeText } from "./charset.ts";

const latin = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("decodeText", () => {
  it.each([
    ["UTF-8 without being told", Buffer.from("ñ €"), "", "utf-8", "ñ €"],
    ["windows-1252 when it is no UTF-8", latin("\x80 caf\xe9"), "text/html", "windows-1252", "€ café"],
    ["what Content-Type says", Buffer.from([0x82, 0xa0]), "text/html; charset=Shift_JIS", "shift_jis", "あ"],
    [
      "what meta says",
      latin(`<meta charset="windows-1252"><p>caf\xe9`),
      "text/html",
      "windows-1252",
      `<meta charset="windows-1252"><p>café`,
    ],
    [
      "what the older meta says",
      latin(`<META http-equiv=Content-Type content="text/html; charset=iso-8859-15">\xa4`),
      "",
      "iso-8859-15",
      `<META http-equiv=Content-Type content="text/html; charset=iso-8859-15">€`,
    ],
    ["a byte order mark before everything else", Buffer.from("\ufeffñ", "utf16le"), "text/html; charset=utf-8", "utf-16le", "ñ"],
    ["the other UTF-16", Buffer.from([0xfe, 0xff, 0x00, 0xf1]), "", "utf-16be", "ñ"],
    ["UTF-8 when meta claims UTF-16", Buffer.from("<meta charset=utf-16>ñ"), "", "utf-8", "<meta charset=utf-16>ñ"],
    ["UTF-8 when the label is unknown", Buffer.from("ñ"), "text/html; charset=klingon", "utf-8", "ñ"],
    ["windows-1252 whose one letter beyond ASCII is the last", latin("caf\xe9"), "text/plain", "windows-1252", "café"],
    ["UTF-8 that is cut in the middle of a character", Buffer.from("ñ€").subarray(0, 4), "", "utf-8", "ñ\ufffd"],
  ])("takes %s", (_what, bytes, contentType, charset, text) => {
    expect(decodeText(bytes, contentType, true)).toEqual({ text, charset });
  });

  it.each<[string, string, boolean]>([
    ["a feed", '<?xml version="1.0" encoding="Shift_JIS"?><rss>', false],
    ["a feed in single quotes", "<?xml version='1.0' encoding='shift_jis' standalone='yes'?>", false],
    ["XHTML", '<?xml version="1.0" encoding="Shift_JIS"?><html>', true],
  ])("takes what the XML declaration of %s says", (_what, start, isHtml) => {
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0x82, 0xa0])]);
    expect(decodeText(bytes, "text/xml", isHtml)).toEqual({ text: `${start}あ`, charset: "shift_jis" });
    expect(decodeText(Buffer.from(`${start}ñ`), "text/xml; charset=utf-8", isHtml)).toMatchObject({ charset: "utf-8" });
  });

  it.each([
    ["late in a long head", `<head><style>${"x".repeat(5_000)}</style><meta charset=Shift_JIS>`, "shift_jis"],
    ["behind one in a comment", `<!-- <meta charset="windows-1252"> --><meta charset=Shift_JIS>`, "shift_jis"],
    [
      "behind a description that speaks of one",
      `<meta name=description content="say charset=koi8-r"><meta charset=Shift_JIS>`,
      "shift_jis",
    ],
    ["behind a refresh", `<meta http-equiv=refresh content="9;url=/?charset=koi8-r"><meta charset='Shift_JIS'>`, "shift_jis"],
    ["in the body, where it says nothing", "<body><meta charset=Shift_JIS>", "windows-1252"],
  ])("looks for meta %s", (_what, html, charset) => {
    expect(decodeText(Buffer.concat([Buffer.from(html), Buffer.from([0x82, 0xa0])]), "text/html", true)).toMatchObject({ charset });
  });

  it("is not held up by a meta that never ends", () => {
    const begun = process.threadCpuUsage();
    decodeText(Buffer.from(`<head>${"<meta ".concat("a".repeat(1_100)).repeat(60)}`), "text/html", true);
    decodeText(Buffer.from(`<head><meta ${"a ".repeat(40_000)}`), "text/html", true);
    decodeText(Buffer.from("<!--".repeat(20_000)), "text/html", true);
    // Of this thread alone, in microseconds: a machine that others use is not slower by this clock.
    expect(process.threadCpuUsage(begun).user).toBeLessThan(500_000);
  });

  it("does not look for meta in what is not HTML", () => {
    expect(decodeText(Buffer.from("<meta charset=windows-1252>ñ"), "text/plain", false)).toMatchObject({ charset: "utf-8" });
  });
});
