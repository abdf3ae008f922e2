import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { forgetEmptyVariables } from "./forget-empty-variables.ts";

it("leaves an environment with which the packages of the providers can be loaded, as they cannot be with an empty address", {
  timeout: 30_000,
}, () => {
  const loading = ["--input-type=module", "--eval", 'await import("@ai-sdk/openai")'];
  const load = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, loading, { env, encoding: "utf8" });
  const env: NodeJS.ProcessEnv = { ...process.env, MODEL: "demo", OPENAI_BASE_URL: "", OPENAI_API_KEY: "", NOT_OURS: "" };
  expect(load(env).stderr).toMatch(/baseURL must be a non-empty string/);
  forgetEmptyVariables(env);
  expect(env).toMatchObject({ MODEL: "demo", NOT_OURS: "" });
  expect(Object.keys(env)).not.toEqual(expect.arrayContaining(["OPENAI_API_KEY"]));
  expect(load(env)).toMatchObject({ status: 0, stderr: "" });
});
