import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { STATUS_OF_CODE } from "#lib/errors.ts";
import { differences, routeCalls } from "./api-calls.ts";

const reference = readFileSync("docs/api.md", "utf8");
const calls = routeCalls();

describe("docs/api.md", () => {
  it("names every call of app/api, and no other", () => {
    expect(differences(calls, reference)).toEqual({ unnamed: [], unknown: [] });
  });

  it("is held against the routes: there are many, with parts that are ids and parts that a library answers", () => {
    expect(calls.length).toBeGreaterThan(80);
    expect(calls).toEqual(expect.arrayContaining(["POST /api/chats/:id/messages", "GET /api/auth/*"]));
  });

  it("is not believed: a planted call that there is not is caught, and so is one that it leaves out", () => {
    const planted = `${reference}\nTo forget all: \`DELETE /api/audit\`, \`GET /api/schedules/preview\`, \`GET /api/no-such-call?q=\`.`;
    expect(differences(calls, planted).unknown).toEqual(["DELETE /api/audit", "GET /api/no-such-call", "GET /api/schedules/preview"]);
    expect(differences([...calls, "POST /api/planted/:id"], reference).unnamed).toEqual(["POST /api/planted/:id"]);
    expect(differences(calls, reference.replaceAll("`POST /api/auth/", "`/api/auth/")).unnamed).toEqual(["POST /api/auth/*"]);
  });

  it("has every code of an error beside its status, and no other", () => {
    const rows = [...reference.matchAll(/^\| (\d{3}) \| ([^|]+) \|/gm)];
    const told = rows.flatMap(([, status, codes = ""]) => Array.from(codes.matchAll(/`(\w+)`/g), ([, code]) => [code, Number(status)]));
    expect(Object.fromEntries(told)).toEqual(STATUS_OF_CODE);
  });

  it("calls in its example only what there is", () => {
    const example = reference.match(/^```\n([\s\S]*?)^```/m)?.[1] ?? "";
    const paths = Array.from(example.matchAll(/\$BASE(\/api\/[^"?]*)/g), ([, place = ""]) => place.replace(/\$\w+/g, ":id"));
    const known = new Set(calls.map((call) => call.split(" ")[1]));
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((place) => !known.has(place))).toEqual([]);
  });
});
