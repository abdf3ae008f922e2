import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { checkModel } from "./check-model.ts";
import { ModelConfigurationError } from "./model-choice.ts";
import { type ModelEnv, resolveModel } from "./resolve-model.ts";

let server: ModelServer;
let nowhere: string;
beforeAll(async () => {
  server = await startModelServer();
  const gone = await startModelServer();
  nowhere = gone.ollamaUrl;
  await gone.close();
});
afterEach(() => vi.useRealTimers());
afterAll(() => server.close());

const env = (more: Partial<ModelEnv> = {}): ModelEnv => ({
  MODEL: undefined,
  OPENAI_API_KEY: undefined,
  OPENAI_BASE_URL: undefined,
  OLLAMA_BASE_URL: nowhere,
  ...more,
});

/** A server of Ollama's with these models, those first that were used last, and what they can; null: it does not say. */
async function ollamaWith(models: Record<string, string[] | null>) {
  const ollama = createServer(async (request, response) => {
    const body = await text(request);
    const capabilities = body ? models[JSON.parse(body).model] : null;
    const tags = { models: Object.keys(models).map((name) => ({ name })) };
    response.end(JSON.stringify(body ? { ...(capabilities && { capabilities }) } : tags));
  });
  await once(ollama.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(ollama.address() as AddressInfo).port}`, close: () => ollama.close() };
}

describe("MODEL names the model", () => {
  it("openai:<id> is the Responses API, at OPENAI_BASE_URL when that is set", async () => {
    const choice = await resolveModel(env({ MODEL: "openai:gpt-5.4", OPENAI_API_KEY: "key" }));
    expect(choice).toMatchObject({ id: "openai:gpt-5.4", label: "gpt-5.4 (OpenAI)", provider: "openai", isDemo: false });
    expect(choice.languageModel.provider).toBe("openai.responses");
    const elsewhere = await resolveModel(env({ MODEL: "openai:fake", OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${server.url}/` }));
    expect(elsewhere.label).toBe(`fake (${new URL(server.url).host})`);
  });

  it("openai-compatible:<id> is chat completions, with or without a key", async () => {
    const choice = await resolveModel(env({ MODEL: "openai-compatible:qwen3:8b", OPENAI_BASE_URL: server.url }));
    expect(choice).toMatchObject({ id: "openai-compatible:qwen3:8b", provider: "openai-compatible" });
    expect(choice.languageModel.provider).toBe("openaiCompatible.chat");
  });

  it("ollama:<id> gets a window of its own, never more than the model has", async () => {
    const choice = await resolveModel(env({ MODEL: "ollama:qwen3:8b", OLLAMA_BASE_URL: `${server.ollamaUrl}/api` }));
    expect(choice).toMatchObject({
      id: "ollama:qwen3:8b",
      contextTokens: 16_384,
      providerOptions: { ollama: { options: { num_ctx: 16_384 } } },
    });
  });

  it("ollama:<id> has the model's window within a minute of Ollama's start, and keeps it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const ollama = createServer((_, response) => response.end(JSON.stringify({ model_info: { "llama.context_length": 8_192 } })));
    await once(ollama.listen(0, "127.0.0.1"), "listening");
    const { port } = ollama.address() as AddressInfo;
    ollama.close();
    const later = env({ MODEL: "ollama:llama3", OLLAMA_BASE_URL: `http://127.0.0.1:${port}/v1` });
    expect(await resolveModel(later)).toMatchObject({ contextTokens: 16_384 });
    await once(ollama.listen(port, "127.0.0.1"), "listening");
    vi.advanceTimersByTime(60_000);
    expect(await resolveModel(later)).toMatchObject({ contextTokens: 8_192, providerOptions: { ollama: { options: { num_ctx: 8_192 } } } });
    ollama.close();
    vi.advanceTimersByTime(60_000);
    expect(await resolveModel(later)).toMatchObject({ contextTokens: 8_192 });
  });

  it("demo is the demo, and an agent's own model wins over MODEL", async () => {
    expect(await resolveModel(env({ MODEL: "demo" }))).toMatchObject({ id: "demo", isDemo: true });
    expect((await resolveModel(env({ MODEL: "demo", OPENAI_BASE_URL: server.url }), "openai-compatible:fake")).id).toBe(
      "openai-compatible:fake",
    );
  });

  it.each([
    [{ MODEL: "gpt-5" }, /MODEL is "gpt-5"\. Write openai:<id>/],
    [{ MODEL: "openai:" }, /names no model\. Write openai:<id>/],
    [{ MODEL: "anthropic:claude" }, /Write openai:<id>, openai-compatible:<id>, ollama:<id> or demo/],
    [{ MODEL: "openai:gpt-5" }, /needs OPENAI_API_KEY/],
    [{ MODEL: "openai-compatible:x" }, /needs OPENAI_BASE_URL/],
    [{ MODEL: "openai-compatible:x", OPENAI_BASE_URL: "localhost:8000" }, /OPENAI_BASE_URL is "localhost:8000"/],
    [{ MODEL: "ollama:x", OLLAMA_BASE_URL: "file:///etc" }, /OLLAMA_BASE_URL is "file:\/\/\/etc"/],
  ])("a bad value is refused in words: %j", async (more, says) => {
    const error: unknown = await resolveModel(env(more)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ModelConfigurationError);
    expect(String(error)).toMatch(says);
  });
});

describe("without MODEL", () => {
  it("OpenAI answers when there is a key", async () => {
    expect((await resolveModel(env({ OPENAI_API_KEY: "key", OLLAMA_BASE_URL: server.ollamaUrl }))).id).toBe("openai:gpt-5.4-mini");
    expect((await resolveModel(env({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: "https://api.openai.com/v1" }))).provider).toBe("openai");
  });

  it("the server at OPENAI_BASE_URL answers with a model that it lists", async () => {
    expect((await resolveModel(env({ OPENAI_API_KEY: "key", OPENAI_BASE_URL: server.url }))).id).toBe("openai-compatible:fake");
    await expect(resolveModel(env({ OPENAI_BASE_URL: `${nowhere}/v1` }))).rejects.toThrow(
      /did not say which models it has\. Set MODEL=openai-compatible:<id>/,
    );
  });

  it("an installed model answers when Ollama runs, else the demo", async () => {
    expect((await resolveModel(env({ OLLAMA_BASE_URL: server.ollamaUrl }))).id).toBe("ollama:fake");
    const started = performance.now();
    expect((await resolveModel(env())).id).toBe("demo");
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it.each<[string, Record<string, string[] | null>, string]>([
    [
      "that calls tools before one used later that does not",
      { embed: ["embedding"], small: ["completion"], able: ["completion", "tools"] },
      "ollama:able",
    ],
    ["that talks, when none calls tools", { embed: ["embedding"], small: ["completion"] }, "ollama:small"],
    ["used last, of a server that does not say what they can", { last: null, first: null }, "ollama:last"],
    ["that makes embeddings never: then the demo", { embed: ["embedding"] }, "demo"],
  ])("of Ollama's models answers the one %s", async (_what, models, id) => {
    const ollama = await ollamaWith(models);
    expect((await resolveModel(env({ OLLAMA_BASE_URL: ollama.url }))).id).toBe(id);
    ollama.close();
  });

  it("of the models that a server lists answers none that only makes embeddings", async () => {
    const listing = createServer((_, response) =>
      response.end(JSON.stringify({ data: [{ id: "text-embedding-nomic-embed-text-v1.5" }, { id: "bge-reranker" }, { id: "qwen3-8b" }] })),
    );
    await once(listing.listen(0, "127.0.0.1"), "listening");
    const { port } = listing.address() as AddressInfo;
    expect((await resolveModel(env({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` }))).id).toBe("openai-compatible:qwen3-8b");
    listing.close();
  });

  it("an address that never answers costs half a second once, not once a run", async () => {
    const { createServer } = await import("node:net");
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const address = silent.address();
    const slow = env({ OLLAMA_BASE_URL: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` });
    const started = performance.now();
    expect((await resolveModel(slow)).isDemo).toBe(true);
    const first = performance.now() - started;
    expect(first).toBeGreaterThanOrEqual(490);
    await resolveModel(slow);
    expect(performance.now() - started - first).toBeLessThan(50);
    silent.close();
  });
});

describe("the check of a model", () => {
  it.each([
    [{ MODEL: "demo" }, "degraded", /demo answers/],
    [{ MODEL: "openai-compatible:fake", OPENAI_BASE_URL: "server" }, "ok", /fake .* answers/],
    [{ MODEL: "openai-compatible:fake", OPENAI_BASE_URL: "nowhere" }, "down", /./],
    [{ MODEL: "ollama:fake", OLLAMA_BASE_URL: "server" }, "ok", /installed/],
    [{ MODEL: "ollama:other", OLLAMA_BASE_URL: "server" }, "down", /ollama pull other/],
    [{ MODEL: "ollama:fake", OLLAMA_BASE_URL: "nowhere" }, "down", /does not answer/],
    [{ MODEL: "nonsense" }, "down", /MODEL is "nonsense"/],
  ])("%j is %s", async (more, status, says) => {
    const real = Object.fromEntries(
      Object.entries(more).map(([key, value]) => {
        const base = key === "OPENAI_BASE_URL" ? "/v1" : "";
        return [key, value === "server" ? server.ollamaUrl + base : value === "nowhere" ? nowhere + base : value];
      }),
    );
    const check = await checkModel(env(real));
    expect(check.status).toBe(status);
    expect(check.detail).toMatch(says);
  });

  it("is degraded for a model of Ollama's that calls no tools, and says what to do", async () => {
    const ollama = await ollamaWith({ small: ["completion"], able: ["completion", "tools"] });
    const check = (model: string) => checkModel(env({ MODEL: `ollama:${model}`, OLLAMA_BASE_URL: ollama.url }));
    expect(await check("small")).toMatchObject({
      status: "degraded",
      detail: expect.stringMatching(/calls no tools: .* MODEL=ollama:<id>/),
    });
    expect(await check("able")).toMatchObject({ status: "ok" });
    ollama.close();
  });

  it.each<[string, number, string, RegExp]>([
    ["degraded", 404, "Not Found", /its server answers, but .*OPENAI_BASE_URL/],
    ["degraded", 405, "", /its server answers, but .*OPENAI_BASE_URL/],
    ["down", 401, "{}", /answered 401$/],
    ["down", 502, "<html>", /answered 502$/],
    ["down", 200, "<html>", /did not answer with JSON; is its address right\?$/],
  ])("is %s when its server answers %i %j to the question for its models", async (status, code, body, says) => {
    const other = createServer((_, response) => response.writeHead(code).end(body));
    await once(other.listen(0, "127.0.0.1"), "listening");
    const { port } = other.address() as AddressInfo;
    const check = await checkModel(env({ MODEL: "openai-compatible:m", OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` }));
    other.close();
    expect(check).toMatchObject({ status, detail: expect.stringMatching(says) });
  });
});

describe("an address with a name and password in it", () => {
  const withSecret = (url: string) => url.replace("://", "://us%20er:s%3Acret@");

  it("is used with them, for the check as for the model", async () => {
    const seen: (string | undefined)[] = [];
    const guarded = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ data: [{ id: "m" }], models: [{ name: "m" }], choices: [{ message: { content: "Hi." }, finish_reason: "stop" }] }),
      );
    });
    await once(guarded.listen(0, "127.0.0.1"), "listening");
    const address = withSecret(`http://127.0.0.1:${(guarded.address() as AddressInfo).port}`);
    const openAi = env({ OPENAI_BASE_URL: `${address}/v1` });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Go." }] }];
    expect(await checkModel(openAi)).toMatchObject({ status: "ok" });
    await (await resolveModel(openAi)).languageModel.doStream({ prompt });
    expect(await checkModel(env({ MODEL: "ollama:m", OLLAMA_BASE_URL: address }))).toMatchObject({ status: "ok" });
    guarded.close();
    expect(seen.length).toBeGreaterThan(3);
    expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from("us er:s:cret").toString("base64")}`]));
  });

  it("is shown without them", async () => {
    const address = withSecret(nowhere);
    const details = await Promise.all([
      checkModel(env({ MODEL: "openai-compatible:m", OPENAI_BASE_URL: `${address}/v1` })).then((check) => check.detail),
      checkModel(env({ OPENAI_BASE_URL: `${address}/v1` })).then((check) => check.detail),
      checkModel(env({ MODEL: "ollama:m", OLLAMA_BASE_URL: address })).then((check) => check.detail),
    ]);
    for (const detail of details) expect(detail).not.toContain("cret");
  });
});

it("serves two agents with two providers at once, each its own", async () => {
  const both = env({ OPENAI_BASE_URL: server.url, OLLAMA_BASE_URL: server.ollamaUrl });
  const [a, b] = await Promise.all([resolveModel(both, "openai-compatible:one"), resolveModel(both, "ollama:two")]);
  expect([a.id, b.id]).toEqual(["openai-compatible:one", "ollama:two"]);
});
