import { expect, it } from "vitest";
import { dialledUrl } from "./dialled-url.ts";

it.each([
  ["https://example.com/admin", "https://example.com/admin"],
  ["HTTPS://EXAMPLE.com:443/admin", "https://example.com/admin"],
  ["https://example.com./admin", "https://example.com/admin"],
  [" https:\\\\example.com\\a/../admin", "https://example.com/admin"],
  ["https://example.com/%2e/%61d%6Din", "https://example.com/admin"],
  ["https://example.com/a/%2E%2e/admin?#top", "https://example.com/admin"],
  ["https://ex\nample.com/admin", "https://example.com/admin"],
  ["https://bücher.example", "https://xn--bcher-kva.example/"],
  ["https://example.com/a%2fb?q=%c3%a4%20%2561", "https://example.com/a%2Fb?q=%C3%A4%20%2561"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
])("%j is dialled as %s", (text, dialled) => {
  expect(dialledUrl(text)).toBe(dialled);
  expect(dialledUrl(dialled)).toBe(dialled);
});

it("is nothing for what is no address", () => {
  expect(dialledUrl("example.com/admin")).toBeNull();
});
