import { execFile, execSync, fork, spawn, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { get } from "node:http";
import { connect, createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { singleton } from "#lib/singleton.ts";
import { rememberProcess } from "./process-state.ts";

describe("a unit test", () => {
  it.each<[string, string, () => unknown]>([
    ["spawn", "start a process", () => spawn("true")],
    ["execFile", "start a process", () => execFile("true")],
    ["fork", "start a process", () => fork("true.mjs")],
    ["spawnSync", "start a process", () => spawnSync("true")],
    ["execSync", "start a process", () => execSync("true")],
    ["execFileSync", "start a process", () => process.getBuiltinModule("node:child_process").execFileSync("true")],
    ["Worker", "start a thread", () => new Worker("", { eval: true })],
    ["listen", "listen on a socket", () => createServer().listen(0)],
    ["connect", "open a connection", () => connect(4242)],
    ["http.get", "open a connection", () => get("http://127.0.0.1:4242")],
    ["bind", "open a socket", () => createSocket("udp4").bind()],
  ])("is stopped when it calls %s: it may not %s", (_, act, attempt) => {
    expect(attempt).toThrow(`A unit test may not ${act}. End the name of its file in .integration.test.ts.`);
  });

  it("is stopped when it calls fetch, which has the reason as its cause", async () => {
    await expect(fetch("http://127.0.0.1:4242")).rejects.toMatchObject({
      cause: { message: expect.stringContaining("may not open a connection") },
    });
  });
});

describe("what a file of unit tests leaves in its process", () => {
  it("is gone after it: variables that it set, changed or took away, and singletons", () => {
    const restore = rememberProcess();
    const { HOME } = process.env;
    process.env.LEFT_BY_A_TEST = "set";
    process.env.PATH = "/changed";
    delete process.env.HOME;
    singleton("left-by-a-test", () => "made by a test");
    restore();
    expect(process.env.LEFT_BY_A_TEST).toBeUndefined();
    expect(process.env.PATH).not.toBe("/changed");
    expect(process.env.HOME).toBe(HOME);
    expect(singleton("left-by-a-test", () => "made anew")).toBe("made anew");
  });
});
