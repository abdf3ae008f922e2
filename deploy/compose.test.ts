import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { VARIABLES } from "#lib/env.ts";

/** By the image, or by the launcher for its children. */
const SET_ELSEWHERE = ["PORT", "HOST", "DATA_DIR", "COUNTERSIGN_APP_DATABASE_URL"];

const compose = readFileSync(new URL("../docker-compose.yml", import.meta.url), "utf8");
const notPassedOn = (text: string) =>
  VARIABLES.filter((name) => !SET_ELSEWHERE.includes(name) && !new RegExp(`^    ${name}: `, "m").test(text));

it("containers are given every variable that configures the product", () => {
  expect(notPassedOn(compose)).toEqual([]);
  expect(notPassedOn(compose.replace("    MODEL: ", "    MODELS: "))).toEqual(["MODEL"]);
});
