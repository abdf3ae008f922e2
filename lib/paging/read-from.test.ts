import { expect, it } from "vitest";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { readFrom } from "./read-from.ts";

const refused = invalidRequest([{ path: "cursor", message: "Not a cursor of this list." }]);
/** A list that knows one cursor. */
const list = async (cursor: string | undefined) => {
  if (cursor !== undefined && cursor !== "known") throw refused;
  return [cursor ?? "beginning"];
};

it("reads on from a cursor of the list", async () => {
  expect(await readFrom("known", list)).toEqual({ page: ["known"], cursor: "known" });
});

it("begins at the beginning with a cursor of another list, and says so", async () => {
  expect(await readFrom("cut", list)).toEqual({ page: ["beginning"], cursor: undefined });
});

it("leaves everything else that goes wrong to its caller", async () => {
  const missing = new AppError("not_found", "No such document.");
  await expect(readFrom("cut", () => Promise.reject(missing))).rejects.toBe(missing);
  await expect(readFrom(undefined, () => Promise.reject(refused))).rejects.toBe(refused);
});
