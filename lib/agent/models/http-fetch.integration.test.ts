import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { httpFetch } from "./http-fetch.ts";

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("sends method, headers and body, and gives status, headers and text", async () => {
  const url = await serve((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      response
        .writeHead(201, { "x-seen": `${request.method} ${request.headers["x-a"]} ${request.headers["content-length"]}` })
        .end(`got ${body}`);
    });
  });
  const response = await httpFetch(url, { method: "POST", headers: { "x-a": "1" }, body: "é!" });
  expect([response.status, response.ok, response.headers.get("x-seen"), await response.text()]).toEqual([201, true, "POST 1 3", "got é!"]);
});

it("streams: what is written can be read before the end", async () => {
  let finish = () => {};
  const url = await serve((_request, response) => {
    response.write("first");
    finish = () => response.end("last");
  });
  const reader = (await httpFetch(url)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  finish();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("last");
  expect((await reader?.read())?.done).toBe(true);
});

it("holds back a server that writes faster than is read", async () => {
  let written = 0;
  const url = await serve((_request, response) => {
    const block = Buffer.alloc(256 * 1024);
    const write = () => {
      do written += 1;
      while (response.write(block) && written < 400);
      if (written < 400) response.once("drain", write);
      else response.end();
    };
    write();
  });
  const { body } = await httpFetch(url);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(written).toBeLessThan(200);
  let bytes = 0;
  for await (const part of body ?? []) bytes += part.length;
  expect(bytes).toBeGreaterThan(256 * 1024 * 399);
});

it("fails like fetch: no server, a socket that dies in the middle, abort before and after the first byte", async () => {
  const url = await serve((request, response) => {
    response.write("half");
    if (request.url === "/dies") setTimeout(() => response.destroy(), 20);
  });
  await expect(httpFetch("http://127.0.0.1:1/")).rejects.toThrow(new TypeError("fetch failed"));
  await expect((await httpFetch(`${url}/dies`)).text()).rejects.toThrow("terminated");
  await expect(httpFetch(url, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
  const stop = new AbortController();
  const text = (await httpFetch(url, { signal: stop.signal })).text();
  stop.abort(new Error("enough"));
  await expect(text).rejects.toThrow("enough");
});

it("keeps sockets alive, and asks once more when a kept one turns out to be closed", async () => {
  const sockets = new Set<Socket>();
  let resets = 0;
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    // What a request meets that crosses the server's keep-alive time-out.
    if (resets > 0 && resets-- > 0) request.socket.resetAndDestroy();
    else response.end("ok");
  });
  const ask = async () => (await httpFetch(url, { method: "POST", body: "x" })).text();
  await ask();
  await ask();
  expect(sockets.size).toBe(1);
  resets = 1;
  expect(await ask()).toBe("ok");
  expect(sockets.size).toBe(2);
  resets = 2;
  await expect(ask()).rejects.toThrow("fetch failed");
});

it("ends the request when the reader loses interest", async () => {
  let isClosed = false;
  const url = await serve((_request, response) => {
    response.write("x");
    response.on("close", () => {
      isClosed = true;
    });
  });
  await (await httpFetch(url)).body?.cancel();
  await expect.poll(() => isClosed).toBe(true);
});
