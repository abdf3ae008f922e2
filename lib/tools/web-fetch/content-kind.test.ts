import { describe, expect, it } from "vitest";
import { describeBinary } from "../describe-binary.ts";
import { contentKind } from "./content-kind.ts";

describe("contentKind", () => {
  it.each([
    ["text/html; charset=utf-8", "<p>", "html"],
    ["Application/XHTML+XML", "<html>", "html"],
    ["application/json", "{}", "text"],
    ["application/ld+json", "{}", "text"],
    ["application/rss+xml", "<rss>", "text"],
    ["text/markdown", "# a", "text"],
    ["image/png", "text really", "binary"],
    ["application/pdf", "%PDF-1.7", "binary"],
    ["text/html", "MZ\0\0\x01", "binary"],
    ["text/plain", "\x01\x02\x03\x04 some", "binary"],
    ["text/plain", "\xff\xfea\0b\0", "text"],
    ["", "  <!DOCTYPE html><p>", "html"],
    ["", "plain words", "text"],
    ["application/octet-stream", "plain words", "text"],
    ["application/octet-stream", "\0\x01\x02", "binary"],
    ["application/octet-stream", "\xcc\xdd\xfe\xbd\x4b", "binary"],
    ["application/octet-stream", "%PDF-1.7", "binary"],
    ["application/octet-stream", "caf\xc3\xa9", "text"],
    ["application/octet-stream", "\xff\xfea\0b\0", "text"],
    ["application/octet-stream", "<html>", "html"],
    ["text/plain", "", "text"],
    ["image/png", "", "text"],
    ["text/plain; charset=utf-16le", "a\0b\0", "text"],
    ["text/html; charset=UTF-16BE", "\0<\0p", "html"],
    ["application/csv", "a,b", "text"],
    ["application/csv", "caf\xc3\xa9,caf\xc3", "text"],
    ["application/x-sh", "echo", "text"],
    ["application/zip", "PK\x03\x04", "binary"],
    ["application/x-thing", "caf\xe9", "binary"],
    ["application/pdf", "plain words", "text"],
  ])("calls %j with %j %s", (contentType, body, kind) => {
    expect(contentKind(contentType, Buffer.from(body, "latin1"))).toBe(kind);
  });

  it("says what binary content is when its first bytes tell", () => {
    expect(describeBinary(Buffer.from("%PDF-1.7"))).toBe("a PDF document");
    expect(describeBinary(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe("a PNG image");
    expect(describeBinary(Buffer.from("????"))).toBeNull();
  });
});
