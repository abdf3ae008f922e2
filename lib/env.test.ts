import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

describe("the configuration", () => {
  it("takes what is set to nothing for unset, blanks too where they mean nothing", () => {
    expect(parseEnv({ PORT: "", MODEL: "", OPENAI_API_KEY: " \n", OLLAMA_BASE_URL: "" })).toMatchObject({
      PORT: 3000,
      MODEL: undefined,
      OPENAI_API_KEY: undefined,
      OLLAMA_BASE_URL: "http://127.0.0.1:11434",
    });
  });

  it("takes off the line break that a file left behind a key or an address, and none of a password's blanks", () => {
    const given = { OPENAI_API_KEY: "sk-1\r\n", OPENAI_BASE_URL: " http://a/v1\r", MODEL: "demo\n", ADMIN_PASSWORD: " a b " };
    expect(parseEnv(given)).toMatchObject({
      OPENAI_API_KEY: "sk-1",
      OPENAI_BASE_URL: "http://a/v1",
      MODEL: "demo",
      ADMIN_PASSWORD: " a b ",
    });
  });

  it("names the variable that cannot be used", () => {
    expect(() => parseEnv({ PORT: "many", SANDBOX: "docker" })).toThrow(/PORT: .*; SANDBOX: .*README\.md/);
  });
});
