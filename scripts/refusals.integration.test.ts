import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseEnv } from "#lib/env.ts";
import { acquireLock } from "./bootstrap/lock.mjs";
import { refusalOfFileError } from "./bootstrap/refusal.mjs";
import { lockFile, RUNNING } from "./data-dir.ts";
import { refuseOldServer } from "./database.ts";
import { refuseUnsafeExposure } from "./exposure.ts";
import { freePort } from "./free-port.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-refusals-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const LONG = "Kx2mPq8vRt5wYz7aBc3dEf6gHj9kLn4s";

describe("the start refuses, in one sentence that says what to do,", { timeout: 30_000 }, () => {
  it("a database of one's own without AUTH_SECRET", () => {
    expectRefusal({ DATABASE_URL: "postgres://someone@127.0.0.1:1/none" }, /^AUTH_SECRET is not set\. .*openssl rand/);
  });

  it("a DATABASE_URL where nothing answers, and never prints its password", async () => {
    const url = `postgres://someone:a-password@127.0.0.1:${await freePort()}/none`;
    const words = expectRefusal(
      { DATABASE_URL: url, AUTH_SECRET: LONG },
      /^Nothing answers at 127\.0\.0\.1:\d+, where DATABASE_URL points/,
    );
    expect(words).not.toContain("a-password");
  });

  it("a DATABASE_URL that is none", () => {
    expectRefusal({ DATABASE_URL: "mysql://there", AUTH_SECRET: LONG }, /^DATABASE_URL must look like postgres:/);
  });

  it("a port that is taken", async () => {
    const other = net.createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as net.AddressInfo;
    expectRefusal({ PORT: String(port) }, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\. .*PORT=${port + 1}`));
    other.close();
  });

  it("a second start with the same data directory, naming the first", async () => {
    const dataDir = path.join(folder, "twice");
    expectRefusal({ DATA_DIR: dataDir, HOST: "192.0.2.1", AUTH_SECRET: LONG }, /^HOST=192\.0\.2\.1 is no address of this machine/);
    const first = await acquireLock(lockFile(dataDir), { purpose: RUNNING, address: "http://127.0.0.1:4242" });
    expectRefusal(
      { DATA_DIR: dataDir },
      new RegExp(`^Countersign runs already with ${dataDir}: process ${process.pid}, at http://127.0.0.1:4242\\.`),
    );
    await first.release?.();
  });

  it("a data directory that is a file", () => {
    const file = path.join(folder, "a-file");
    writeFileSync(file, "");
    expectRefusal({ DATA_DIR: file }, /a-file is not a folder\. .*DATA_DIR/);
  });

  it("a variable that is not usable, by its name", () => {
    expectRefusal({ PORT: "eighty" }, /PORT/);
  });

  it.each([
    ["MODEL", "gpt-5", /MODEL: must be openai:<id>/],
    ["OPENAI_BASE_URL", "localhost:8000", /OPENAI_BASE_URL: must be an address such as/],
    ["WEB_FETCH_ALLOW", "http://wiki.intranet", /^WEB_FETCH_ALLOW: "http:\/\/wiki\.intranet" is not host or host:port/],
  ])("a %s that nothing can be done with", (name, value, sentence) => {
    expectRefusal({ [name]: value }, sentence);
  });

  it("a public address without a secret", () => {
    expectRefusal({ HOST: "0.0.0.0" }, /^HOST=0\.0\.0\.0 lets other machines reach this one, and AUTH_SECRET is not set/);
  });
});

describe("a public address", () => {
  const exposure =
    (secret: string, host = "0.0.0.0") =>
    () =>
      refuseUnsafeExposure({ env: parseEnv({ AUTH_SECRET: secret }), host, isPublic: host !== "127.0.0.1" });

  it.each(["short", "0123456789abcdefghijklmnopqrstu"])("is refused with a secret of under 32 characters (%s)", (secret) => {
    expect(exposure(secret)).toThrow(/fewer than 32 can be guessed/);
  });

  it.each(["please-change-me-please-change-me-123", "your-auth-secret-with-32-characters!", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])(
    "is refused with a placeholder (%s)",
    (secret) => {
      expect(exposure(secret)).toThrow(/placeholder that anyone could know/);
    },
  );

  it("is allowed with a long secret, and this machine alone with any", () => {
    expect(exposure(LONG)).not.toThrow();
    expect(exposure("short", "127.0.0.1")).not.toThrow();
  });
});

describe("what the disk answers becomes a sentence", () => {
  it("when it is full", async () => {
    const error = await writeFile("/dev/full", "x").catch((thrown: unknown) => thrown);
    expect(refusalOfFileError(error, "/data").message).toBe(
      "The disk that holds /data is full. Free some space, or set DATA_DIR to a folder elsewhere; then start again.",
    );
  });

  it("when it cannot be written", async () => {
    const error = await mkdir("/sys/countersign").catch((thrown: unknown) => thrown);
    expect(refusalOfFileError(error, "/data").message).toMatch(
      /^(This user may not write in \/data|\/data is on a read-only file system)\./,
    );
  });

  it("and nothing else does", () => {
    expect(() => refusalOfFileError(new TypeError("a fault of ours"), "/data")).toThrow(TypeError);
  });
});

it("refuses PostgreSQL older than 15", () => {
  expect(() => refuseOldServer(140_011)).toThrow("is PostgreSQL 14, and Countersign needs 15 or later");
  expect(() => refuseOldServer(150_000)).not.toThrow();
});

function expectRefusal(variables: Record<string, string>, sentence: RegExp): string {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: path.join(folder, "data"), PORT: "0", ...variables } as unknown as NodeJS.ProcessEnv;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["countersign.mjs", "start"], { env, encoding: "utf8", timeout: 25_000 });
  expect(stderr.trim()).toMatch(sentence);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(status).toBe(1);
  return stdout + stderr;
}
