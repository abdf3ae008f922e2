import { afterEach, describe, expect, it, vi } from "vitest";
import { parseAllowList } from "./allow-list.ts";
import { connectPinned, isVettedPeer } from "./connect.ts";
import { requestVetted } from "./request-vetted.ts";
import { parseTarget, type VettedTarget, vetTarget } from "./vet-target.ts";

const nothing = parseAllowList("");
const answering = (...answers: string[]) => vi.fn(async () => answers);

afterEach(() => vi.unstubAllEnvs());

describe("parseTarget", () => {
  it.each([
    ["http://0x7f000001:9099/", "127.0.0.1"],
    ["http://0x7f.1:9099/", "127.0.0.1"],
    ["http://0177.0.0.1:9099/", "127.0.0.1"],
    ["http://127.1:9099/", "127.0.0.1"],
    ["http://0x:9099/", "0.0.0.0"],
    ["http://0:9099/", "0.0.0.0"],
    ["http://1/", "0.0.0.1"],
    ["http://016777217/", "0.59.254.143"],
    ["http://0.0.0.0:9099/", "0.0.0.0"],
    ["http://①②⑦.⓪.⓪.①:9099/", "127.0.0.1"],
    ["http://１２７．０．０．１:9099/", "127.0.0.1"],
    ["http://127。0。0。1:9099/", "127.0.0.1"],
    ["http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:9099/", "127.0.0.1"],
    ["http://loc\u00adalhost:9099/", "127.0.0.1"],
    ["http://a.localhost./", "127.0.0.1"],
    ["http://2852039166/latest/meta-data/", "link-local/metadata"],
    ["http://169.254.43518/", "169.254.169.254"],
    ["http://0xA9FEA9FE/", "169.254.169.254"],
    ["http://[fd12:3456::1]/", "fd12:3456::1"],
    ["http://example.com:pass@169.254.169.254/", "true host is 169.254.169.254"],
    ["http://example.com@127.0.0.1:9099/", "true host is 127.0.0.1"],
    ["file:///proc/self/environ", "scheme file:"],
    ["view-source:http://x", "scheme view-source:"],
    ["https://[64:ff9b::5db8:d822]/", "93.184.216.34"],
    ["http://example.com:9099/", "Port 9099"],
  ])("refuses %s and says %s", (url, words) => {
    expect(() => parseTarget(url, nothing)).toThrow(
      expect.objectContaining({ reason: "blocked", message: expect.stringContaining(words) }),
    );
  });

  it("calls what is no address an invalid one", () => {
    expect(() => parseTarget("example.com", nothing)).toThrow(expect.objectContaining({ reason: "invalid_url" }));
  });
});

describe("vetTarget", () => {
  it.each([
    ["a private answer after a public one", ["93.184.216.34", "10.0.0.7"], "10.0.0.7"],
    ["a private answer before a public one", ["10.0.0.7", "93.184.216.34"], "10.0.0.7"],
    ["a private AAAA beside a public A", ["93.184.216.34", "fd00::1"], "fd00::1"],
    ["a NAT64 answer that wraps a private address", ["64:ff9b::a00:1"], "10.0.0.1"],
    ["an answer that is no address", ["93.184.216.34", "evil"], "evil"],
    ["no answer", [], "could not be resolved"],
  ])("refuses %s", async (_what, answers, words) => {
    const resolve = answering(...answers);
    await expect(vetTarget("http://mixed.test/", { allow: nothing, resolve })).rejects.toMatchObject({
      reason: "blocked",
      message: expect.stringContaining(words),
    });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it("refuses a name whose look-up fails or does not end", async () => {
    const failing = () => Promise.reject(new Error("ENOTFOUND"));
    await expect(vetTarget("http://gone.test/", { allow: nothing, resolve: failing })).rejects.toMatchObject({ reason: "blocked" });
    const hanging = () => new Promise<string[]>(() => {});
    await expect(vetTarget("http://slow.test/", { allow: nothing, resolve: hanging, resolveMs: 20 })).rejects.toThrow(
      "no answer within 20 ms",
    );
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(vetTarget("http://slow.test/", { allow: nothing, resolve: hanging, signal })).rejects.toThrow("stopped");
  });

  it("keeps the addresses it judged, folded host and port, and nothing of them can be changed", async () => {
    const target = await vetTarget("HTTPS://Bücher.example/a#b", {
      allow: nothing,
      resolve: answering("93.184.216.34", "64:ff9b::5db8:d822"),
    });
    expect(target).toEqual({
      href: "https://xn--bcher-kva.example/a#b",
      protocol: "https:",
      hostname: "xn--bcher-kva.example",
      port: 443,
      addresses: ["93.184.216.34", "64:ff9b::5db8:d822"],
    });
    expect(Object.isFrozen(target) && Object.isFrozen(target.addresses)).toBe(true);
  });

  it("lets an allowed name be private but not metadata, and an allowed literal be itself", async () => {
    const allow = parseAllowList("wiki.intranet:8080, 169.254.1.1");
    await expect(vetTarget("http://wiki.intranet:8080/", { allow, resolve: answering("10.0.0.5") })).resolves.toMatchObject({ port: 8080 });
    await expect(vetTarget("http://wiki.intranet:8080/", { allow, resolve: answering("169.254.169.254") })).rejects.toThrow("metadata");
    await expect(vetTarget("http://wiki.intranet/", { allow, resolve: answering("10.0.0.5") })).rejects.toThrow("10.0.0.5");
    await expect(vetTarget("http://169.254.1.1/", { allow })).resolves.toMatchObject({ addresses: ["169.254.1.1"] });
  });
});

describe("the pin", () => {
  it("refuses to dial an object that only looks like a vetted target", async () => {
    const vetted = await vetTarget("http://a.test/", { allow: nothing, resolve: answering("93.184.216.34") });
    const forged = { ...vetted, addresses: ["127.0.0.1"] } as VettedTarget;
    const connect = vi.fn(connectPinned);
    await expect(requestVetted(forged, { method: "GET", headers: {}, signal: new AbortController().signal, connect })).rejects.toThrow(
      "Only targets made by vetTarget",
    );
    expect(connect).not.toHaveBeenCalled();
  });

  it("knows a vetted peer in any spelling, and no other", () => {
    expect(isVettedPeer("2606:4700:0:0::1", ["2606:4700::1"])).toBe(true);
    expect(isVettedPeer("127.0.0.1", ["93.184.216.34"])).toBe(false);
    expect(isVettedPeer(undefined, ["93.184.216.34"])).toBe(false);
  });
});
