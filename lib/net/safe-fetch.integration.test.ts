import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { brotliCompressSync, constants, createZstdCompress, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseAllowList } from "./allow-list.ts";
import { connectPinned } from "./connect.ts";
import { FetchFailure } from "./errors.ts";
import { FETCH_LIMITS, type FetchedResponse, type FetchOptions, fetchVetted } from "./safe-fetch.ts";
import { listenOnLoopback, type Names, type Outside, openOutside, openRawOutside, outsideAt } from "./testing/outside.ts";
import { vetTarget } from "./vet-target.ts";

const NAMES: Names = {
  "public.test": [["93.184.216.34"]],
  "other.test": [["1.1.1.1"]],
  "secure.test": [["93.184.216.34"]],
  "secure.test.": [["93.184.216.34"]],
};
const nothing = parseAllowList("");

let outside: Outside;
afterEach(async () => {
  vi.unstubAllEnvs();
  await outside.close();
});

async function get(url: string, options: Partial<FetchOptions> = {}): Promise<FetchedResponse> {
  const { resolve, connect } = outside;
  const all = { allow: nothing, resolve, connect, signal: new AbortController().signal, ...options };
  return fetchVetted(await vetTarget(url, all), all);
}

async function failureOf(fetching: Promise<unknown>): Promise<FetchFailure> {
  const error = await fetching.then(
    () => new Error("it was fetched"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FetchFailure);
  return error as FetchFailure;
}

const text = ({ bytes }: FetchedResponse): string => Buffer.from(bytes).toString();
const hasEnded = (): boolean => outside.sockets.every((socket) => socket.destroyed);

describe("redirects", () => {
  it("stops at a private hop, lists the hops, and never dials it", async () => {
    const steps = ["/second", "http://other.test/third", "http://127.0.0.1:9099/secret"];
    outside = await openOutside(
      (_request, response) => void response.writeHead(307, { location: steps.shift() ?? "" }).end("secret body"),
      NAMES,
    );
    const failure = await failureOf(get("http://public.test/first"));
    expect(failure.code).toBe("blocked_redirect");
    expect(failure.message).toContain("127.0.0.1 is not a public address (loopback)");
    expect(failure.hops).toEqual([
      { url: "http://public.test/first", status: 307 },
      { url: "http://public.test/second", status: 307 },
      { url: "http://other.test/third", status: 307 },
    ]);
    expect(outside.dialled).toEqual(["93.184.216.34:80", "93.184.216.34:80", "1.1.1.1:80"]);
    expect(hasEnded()).toBe(true);
  });

  it.each([
    "http://[::1]:9099/",
    "http://localhost.:9099/",
    "file:///etc/hostname",
    "http://a:b@other.test/",
    "http://other.test:22/",
    "http://[",
  ])("does not follow a redirect to %s", async (location) => {
    outside = await openOutside((_request, response) => void response.writeHead(301, { location }).end(), NAMES);
    expect((await failureOf(get("http://public.test/"))).code).toBe("blocked_redirect");
    expect(outside.dialled).toHaveLength(1);
  });

  it("reads an address as the UTF-8 that the server wrote", async () => {
    outside = await openRawOutside((socket) => {
      socket.once("data", (request) => {
        const path = request.toString("latin1").split(" ")[1];
        socket.end(path === "/" ? "HTTP/1.1 302 Found\r\nlocation: /caf\u00e9\r\n\r\n" : `HTTP/1.1 200 OK\r\n\r\n${path}`);
      });
    }, NAMES);
    expect(text(await get("http://public.test/"))).toBe("/caf%C3%A9");
  });

  it("follows five and not a sixth", async () => {
    outside = await openOutside((_request, response) => void response.writeHead(302, { location: "/again" }).end(), NAMES);
    const failure = await failureOf(get("http://public.test/"));
    expect(failure.code).toBe("too_many_redirects");
    expect(outside.dialled).toHaveLength(6);
  });

  it("looks each hop's name up exactly once and dials only what that look-up said, when the name is rebound", async () => {
    const steps: (string | undefined)[] = ["http://rebind.test/two"];
    const listener = vi.fn((_request, response) => {
      const location = steps.shift();
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end("fine");
    });
    outside = await openOutside(listener, { "rebind.test": [["93.184.216.34"], ["127.0.0.1"]] });
    const failure = await failureOf(get("http://rebind.test/one"));
    expect(failure.message).toContain("127.0.0.1");
    expect(outside.lookups).toEqual(["rebind.test", "rebind.test"]);
    expect(outside.dialled).toEqual(["93.184.216.34:80"]);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it("turns a POST into a GET after 303, and does not carry a body on to another origin after 307", async () => {
    const seen: string[] = [];
    outside = await openOutside((request, response) => {
      seen.push(`${request.method} ${request.headers.host} ${request.headers["content-length"] ?? "-"}`);
      if (request.url === "/see") response.writeHead(303, { location: "http://other.test/" }).end();
      else if (request.url === "/on") response.writeHead(307, { location: "http://other.test/" }).end();
      else response.end("done");
    }, NAMES);
    expect(text(await get("http://public.test/see", { method: "POST", body: "ñ" }))).toBe("done");
    expect(seen).toEqual(["POST public.test 2", "GET other.test -"]);
    const failure = await failureOf(get("http://public.test/on", { method: "POST", body: "ñ" }));
    expect(failure).toMatchObject({ code: "blocked_redirect", message: expect.stringContaining("http://other.test") });
    expect(seen).toHaveLength(3);
  });
});

describe("servers that do not want to end", () => {
  const drip = (socket: Socket, bytes: string): void => {
    const timer = setInterval(() => socket.write(bytes), 5);
    socket.on("close", () => clearInterval(timer));
  };

  it.each([
    ["a header block that never ends", "HTTP/1.1 200 OK\r\nx-a: ", "a"],
    ["informational answers for ever", "", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["a body of one byte at a time", "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n", "a"],
    ["chunks without an end", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\na\r\n"],
    ["silence", "", ""],
  ])("end at the wall clock: %s", async (_what, start, then) => {
    outside = await openRawOutside((socket) => {
      socket.write(start);
      if (then) drip(socket, then);
    }, NAMES);
    const begun = performance.now();
    expect((await failureOf(get("http://public.test/", { limits: { totalMs: 150 } }))).code).toBe("timeout");
    expect(performance.now() - begun).toBeLessThan(1_150);
    expect(hasEnded()).toBe(true);
  });

  it("has 15 s for all of it, 5 s to connect, 2 MiB, 5 redirects", () => {
    expect(FETCH_LIMITS).toEqual({ totalMs: 15_000, connectMs: 5_000, resolveMs: 5_000, maxBytes: 2_097_152, maxRedirects: 5 });
  });

  it("gives up on a handshake that is not answered", async () => {
    outside = await openRawOutside(() => {}, NAMES);
    expect((await failureOf(get("https://secure.test/", { limits: { connectMs: 50 } }))).message).toContain("within 50 ms");
    expect(hasEnded()).toBe(true);
  });

  it("destroys the socket when the caller stops, whatever was being waited for", async () => {
    outside = await openRawOutside((socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n"), NAMES);
    const stopping = new AbortController();
    const fetching = get("http://public.test/", { signal: stopping.signal });
    setTimeout(() => stopping.abort(new Error("stopped by a person")), 30);
    await expect(fetching).rejects.toThrow("stopped by a person");
    expect(hasEnded()).toBe(true);
  });

  it("cuts an endless body at the size limit and hangs up", async () => {
    outside = await openOutside((_request, response) => {
      const more = (): void =>
        void (response.destroyed || (response.write(Buffer.alloc(65_536, 97)) ? setImmediate(more) : response.once("drain", more)));
      more();
    }, NAMES);
    const response = await get("http://public.test/");
    expect(response).toMatchObject({ isCut: true });
    expect(response.bytes).toHaveLength(FETCH_LIMITS.maxBytes);
    expect(hasEnded()).toBe(true);
  });
});

describe("bodies", () => {
  it.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
    ["deflate", deflateSync],
    // Many servers leave out the two bytes of zlib that RFC 9110 asks for, and browsers take it.
    ["deflate", deflateRawSync],
  ])("undoes %s although identity was asked for, and counts after it", async (encoding, compress) => {
    outside = await openOutside((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      response.writeHead(200, { "content-encoding": encoding }).end(compress(Buffer.alloc(50_000_000, 97)));
    }, NAMES);
    const response = await get("http://public.test/", { limits: { maxBytes: 1_000 } });
    expect([response.bytes.length, response.isCut]).toEqual([1_000, true]);
  });

  it("refuses encodings that it does not know, and broken ones", async () => {
    outside = await openOutside(
      (request, response) => void response.writeHead(200, { "content-encoding": request.url?.slice(1) }).end("no gzip at all"),
      NAMES,
    );
    expect((await failureOf(get("http://public.test/constructor"))).code).toBe("bad_response");
    for (const encoding of ["gzip", "deflate", "br", "zstd"])
      expect((await failureOf(get(`http://public.test/${encoding}`))).code).toBe("bad_response");
    const long = await failureOf(get(`http://public.test/${"x".repeat(5_000)}`));
    expect(long.message.length).toBeLessThan(200);
  });

  it("gives no window of 128 MiB to an answer of a few bytes", async () => {
    const compressor = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
    compressor.write("hello");
    outside = await openOutside((_request, response) => {
      response.writeHead(200, { "content-encoding": "zstd" });
      compressor.pipe(response);
      setTimeout(() => compressor.end("!"), 10);
    }, NAMES);
    expect(await failureOf(get("http://public.test/"))).toMatchObject({ code: "bad_response", message: expect.stringMatching(/memory/) });
  });

  it("takes an empty body for empty, whatever encoding it is said to have", async () => {
    outside = await openOutside((request, response) => {
      response.writeHead(200, { "content-encoding": request.url?.slice(1) });
      response.end();
    }, NAMES);
    for (const encoding of ["gzip", "br", "zstd", "deflate"])
      expect(await get(`http://public.test/${encoding}`)).toMatchObject({ status: 200, isCut: false, bytes: Buffer.alloc(0) });
  });

  it("reads nothing of a HEAD answer, whatever its header promises", async () => {
    outside = await openOutside(
      (_request, response) => void response.writeHead(200, { "content-encoding": "gzip", "content-length": "99" }).end(),
      NAMES,
    );
    expect(await get("http://public.test/", { method: "HEAD" })).toMatchObject({ status: 200, isCut: false });
  });

  it.each([
    ["more than Content-Length says", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello and much more", "hello"],
    ["a body after 204", "HTTP/1.1 204 No Content\r\n\r\nsmuggled", ""],
  ])("does not read %s", async (_what, answer, expected) => {
    outside = await openRawOutside((socket) => socket.write(answer), NAMES);
    expect(text(await get("http://public.test/"))).toBe(expected);
    expect(hasEnded()).toBe(true);
  });

  it.each([
    ["less than Content-Length says", "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nhello", "connection_failed"],
    ["no HTTP at all", "SSH-2.0-OpenSSH_9.6\r\n", "bad_response"],
    [
      "a length twice, and chunked too",
      "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "bad_response",
    ],
    ["a header without bounds", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(100_000)}\r\n\r\n`, "bad_response"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n", "bad_response"],
    ["nothing", "", "connection_failed"],
  ])("fails with words on %s", async (_what, answer, code) => {
    outside = await openRawOutside((socket) => socket.end(answer), NAMES);
    expect((await failureOf(get("http://public.test/"))).code).toBe(code);
  });
});

describe("TLS", () => {
  const certificate = (name: string): string => readFileSync(new URL(`./testing/tls/${name}.pem`, import.meta.url), "utf8");
  const openSecure = (): Promise<Outside> => {
    const server = createTlsServer({ key: certificate("server-key"), cert: certificate("server") }, (request, response) =>
      response.end(`hello ${request.headers.host}`),
    );
    server.on("tlsClientError", () => {});
    return outsideAt(server, NAMES);
  };
  const before = getCACertificates("default");
  afterEach(() => setDefaultCACertificates(before));

  it("refuses a certificate that nobody trusts, also when the environment says not to check", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    outside = await openSecure();
    expect((await failureOf(get("https://secure.test/"))).code).toBe("tls_failed");
    expect(hasEnded()).toBe(true);
  });

  it("accepts a trusted one for its own name and address, and refuses it for another name", async () => {
    setDefaultCACertificates([...before, certificate("ca")]);
    outside = await openSecure();
    expect(text(await get("https://secure.test/"))).toBe("hello secure.test");
    expect(text(await get("https://93.184.216.34/"))).toBe("hello 93.184.216.34");
    expect(text(await get("https://secure.test./"))).toBe("hello secure.test.");
    expect((await failureOf(get("https://public.test/"))).code).toBe("tls_failed");
  });
});

it("says of a server that speaks no TLS what is wrong with it, and nothing of OpenSSL's insides", async () => {
  outside = await openRawOutside((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"), NAMES);
  const failure = await failureOf(get("https://public.test/"));
  expect([failure.code, failure.message]).toEqual(["tls_failed", "No trusted TLS connection to public.test (wrong version number)"]);
});

describe("the real connector", () => {
  it("dials an allowed loopback server by its vetted addresses and falls back to the next one", async () => {
    outside = await openOutside(() => {});
    const server = createServer((request, response) => response.end(`hello ${request.headers.host}`));
    const port = await listenOnLoopback(server);
    const allow = parseAllowList(`localhost:${port}`);
    const resolve = async () => ["::1", "127.0.0.1"];
    expect(text(await get(`http://localhost:${port}/`, { allow, resolve, connect: connectPinned }))).toBe(`hello localhost:${port}`);
    server.close();
    await once(server, "close");
    expect((await failureOf(get(`http://localhost:${port}/`, { allow, resolve, connect: connectPinned }))).code).toBe("connection_failed");
  });

  it("asks no proxy, although the environment makes Node's own fetch ask one", async () => {
    outside = await openOutside(() => {});
    const proxied = vi.fn((socket: Socket) => socket.destroy());
    const proxy = createServer();
    proxy.on("connection", proxied);
    const server = createServer((_request, response) => response.end("direct"));
    const [proxyPort, port] = [await listenOnLoopback(proxy), await listenOnLoopback(server)];
    const program = `
      import { parseAllowList } from "#lib/net/allow-list.ts";
      import { fetchVetted } from "#lib/net/safe-fetch.ts";
      import { vetTarget } from "#lib/net/vet-target.ts";
      const options = { allow: parseAllowList("127.0.0.1:${port}"), signal: new AbortController().signal };
      const { bytes } = await fetchVetted(await vetTarget("http://127.0.0.1:${port}/", options), options);
      process.stdout.write(Buffer.from(bytes).toString());
      if (process.argv.includes("naive")) await fetch("http://127.0.0.1:${port}/").catch(() => process.stdout.write(" proxied"));`;
    const address = `http://127.0.0.1:${proxyPort}`;
    const environment: NodeJS.ProcessEnv = {
      ...process.env,
      NODE_USE_ENV_PROXY: "1",
      HTTP_PROXY: address,
      http_proxy: address,
      NO_PROXY: "",
      no_proxy: "",
    };
    const run = async (...args: string[]): Promise<string> => {
      const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", program, ...args], { env: environment });
      const output: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(String(chunk)));
      await once(child, "close");
      return output.join("");
    };
    expect(await run()).toBe("direct");
    expect(proxied).not.toHaveBeenCalled();
    expect(await run("naive")).toBe("direct proxied");
    expect(proxied).toHaveBeenCalled();
    for (const each of [proxy, server]) each.close();
  });
});
