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

  it.each([
    ["PORT", "0x50", "from 0 to 65535"],
    ["PORT", "1e3", "from 0 to 65535"],
    ["PORT", "65536", "from 0 to 65535"],
    ["PORT", "-1", "from 0 to 65535"],
    ["MODEL", "gpt-5", "openai:<id>, openai-compatible:<id>, ollama:<id> or demo"],
    ["MODEL", "openai: ", "openai:<id>, openai-compatible:<id>, ollama:<id> or demo"],
    ["MODEL", "demo2", "openai:<id>, openai-compatible:<id>, ollama:<id> or demo"],
    ["OPENAI_BASE_URL", "localhost:8000/v1", "http://127.0.0.1:8000/v1"],
    ["OLLAMA_BASE_URL", "ftp://host", "http://127.0.0.1:11434"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector", "http://127.0.0.1:4318"],
    ["REDIS_URL", "http://host:6379", "redis://127.0.0.1:6379"],
    ["LOG_LEVEL", "loud", "info"],
  ])("says what %s must be, and not %s", (name, value, words) => {
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^The configuration is not usable\\. ${name}: .*${words}`));
  });

  it.each([
    ["PORT", " 8080\r\n", 8080],
    ["PORT", "0", 0],
    ["PORT", "  ", 3000],
    ["MODEL", "ollama:qwen3:8b", "ollama:qwen3:8b"],
    ["OPENAI_BASE_URL", "HTTPS://user:pass@host/v1/", "HTTPS://user:pass@host/v1/"],
    ["REDIS_URL", "rediss://:pass@host:6380/1", "rediss://:pass@host:6380/1"],
    ["REDIS_URL", "host:6379", "host:6379"],
  ])("takes %s=%j", (name, value, read) => {
    expect(parseEnv({ [name]: value })).toMatchObject({ [name]: read });
  });
});
