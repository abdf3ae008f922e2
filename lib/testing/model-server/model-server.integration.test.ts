import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "./index.ts";

const schema = { type: "object", properties: { text: { type: "string" }, n: { type: "integer", minimum: 3 } }, required: ["text", "n"] };
const chatTools = [{ type: "function", function: { name: "echo", parameters: schema } }];
const responsesTools = [{ type: "function", name: "echo", parameters: schema }];

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());

/** The value at a dotted path of parsed JSON; undefined where the path ends early. */
function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined), value);
}
const list = (value: unknown, path: string): unknown[] => (at(value, path) as unknown[] | undefined) ?? [];

const post = (url: string, body: unknown) => fetch(url, { method: "POST", body: JSON.stringify(body) });
const postJson = async (url: string, body: unknown): Promise<unknown> => (await post(url, body)).json();
const events = (text: string): unknown[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: ") && line !== "data: [DONE]")
    .map((line) => JSON.parse(line.slice(6)));
const user = (content: string) => ({ role: "user", content });
const script = (steps: unknown) => `#script ${JSON.stringify(steps)}`;
const chat = (body: object) => post(`${server.url}/chat/completions`, { model: "fake", stream: true, tools: chatTools, ...body });

/** What each wire format says of the same things: how a history with `done` tool results is written, and where the facts of the answer are. */
const formats = {
  "chat completions": {
    url: () => `${server.url}/chat/completions`,
    body: (text: string, done: string[]) => ({
      tools: chatTools,
      messages: [
        user(text),
        ...done.flatMap((content, i) => [
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: `c${i}`, type: "function", function: { name: "echo", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: `c${i}`, content },
        ]),
      ],
    }),
    read: (a: unknown) => ({
      text: at(a, "choices.0.message.content"),
      calls: list(a, "choices.0.message.tool_calls").map((c) => [at(c, "id"), at(c, "function.name"), at(c, "function.arguments")]),
      cut: at(a, "choices.0.finish_reason") === "length",
      tokens: at(a, "usage.total_tokens"),
    }),
  },
  responses: {
    url: () => `${server.url}/responses`,
    body: (text: string, done: string[]) => ({
      tools: responsesTools,
      input: [
        { role: "user", content: [{ type: "input_text", text }] },
        ...done.flatMap((output, i) => [
          { type: "function_call", call_id: `c${i}`, name: "echo", arguments: "{}" },
          { type: "function_call_output", call_id: `c${i}`, output },
        ]),
      ],
    }),
    read: (a: unknown) => {
      const ofType = (type: string) => list(a, "output").filter((item) => at(item, "type") === type);
      return {
        text: at(ofType("message")[0], "content.0.text") ?? null,
        calls: ofType("function_call").map((c) => [at(c, "call_id"), at(c, "name"), at(c, "arguments")]),
        cut: at(a, "incomplete_details.reason") === "max_output_tokens",
        tokens: at(a, "usage.total_tokens"),
      };
    },
  },
  ollama: {
    url: () => `${server.ollamaUrl}/api/chat`,
    body: (text: string, done: string[]) => ({
      tools: chatTools,
      messages: [user(text), ...done.map((content) => ({ role: "tool", content }))],
    }),
    read: (a: unknown) => ({
      text: at(a, "message.content") || null,
      calls: list(a, "message.tool_calls").map((c) => {
        const args = at(c, "function.arguments");
        return [at(c, "id"), at(c, "function.name"), typeof args === "string" ? args : JSON.stringify(args)];
      }),
      cut: at(a, "done_reason") === "length",
      tokens: Number(at(a, "prompt_eval_count")) + Number(at(a, "eval_count")),
    }),
  },
};

describe.each(Object.entries(formats))("%s", (_name, format) => {
  const ask = async (text: string, done: string[] = [], more: object = {}) =>
    format.read(await postJson(format.url(), { model: "fake", stream: false, ...format.body(text, done), ...more }));

  it("plays the script that the user's message carries, step by step", async () => {
    const text = `Please.\n${script([
      {
        text: "first",
        calls: [
          { tool: "echo", args: { text: "a", n: 3 }, id: "same" },
          { tool: "nope", raw: '{"text": "cut', id: "same" },
        ],
        usage: { input: 5, output: 2 },
      },
      { text: "All done.", finish: "length" },
    ])}\nThanks.`;
    expect(await ask(text)).toEqual({
      text: "first",
      calls: [
        ["same", "echo", '{"text":"a","n":3}'],
        ["same", "nope", '{"text": "cut'],
      ],
      cut: false,
      tokens: 7,
    });
    expect(await ask(text, ["ok", "ok"])).toMatchObject({ text: "All done.", calls: [], cut: true });
  });

  it("echoes the tool results without a script, after its last step, and when the request offers no tools", async () => {
    expect((await ask("hello")).text).toBe("Done. Nothing is scripted for this message.");
    const text = script([{ calls: [{ tool: "echo", args: {} }] }]);
    expect((await ask(text)).calls).toHaveLength(1);
    const long = `REFUSED ${"x".repeat(300)}`;
    expect((await ask(text, [long])).text).toBe(`Done. The tools answered: ${long.slice(0, 200)}`);
    expect((await ask(text, [], { tools: [] })).calls).toHaveLength(0);
    expect((await ask(`Make a title for: ${text}`)).calls).toHaveLength(0);
  });

  it("plays the script in the model's name with arguments that satisfy the schema", async () => {
    const { calls } = await ask("hi", [], { model: "fake:tools=1,par=2,text=3" });
    expect(calls).toHaveLength(2);
    expect(JSON.parse((calls[0] as string[])[2] ?? "")).toEqual({ text: "call 0", n: 3 });
    expect(
      String((await ask("hi", ["ok", "ok"], { model: "fake:tools=1,par=2,text=3" })).text)
        .trim()
        .split(" "),
    ).toHaveLength(3);
  });

  it.each([
    ["[{", /not JSON/],
    ['{"a":1}', /array of steps/],
    ['[{"cals":[]}]', /step 0.*cals/],
    ['[{"calls":[{"arg":1}]}]', /step 0.*arg/],
    ['[{"finish":"soon"}]', /finish/],
    ["[1]", /step 0/],
  ])("answers 400 with a sentence for the script %s", async (line, says) => {
    const response = await post(format.url(), { model: "fake", ...format.body(`#script ${line}`, []) });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toMatch(says);
  });
});

describe("streams", () => {
  it("carry the same tokens, one id, and usage at the end", async () => {
    const got = events(
      await (await chat({ model: "fake:text=20,rate=1000,ttft=5", stream_options: { include_usage: true }, messages: [user("x")] })).text(),
    );
    expect(got.filter((event) => at(event, "choices.0.delta.content"))).toHaveLength(20);
    expect(at(got.at(-1), "usage.completion_tokens")).toBe(20);
    expect(new Set(got.map((event) => at(event, "id"))).size).toBe(1);
  });

  it("of the responses format are numbered in order and end with the whole output", async () => {
    const body = {
      model: "fake",
      stream: true,
      tools: responsesTools,
      input: script([{ reasoning: "hm", text: "a b", calls: [{ tool: "echo" }] }]),
    };
    const got = events(await (await post(`${server.url}/responses`, body)).text());
    expect(got.map((event) => at(event, "sequence_number"))).toEqual(got.map((_, index) => index));
    const last = got.at(-1);
    expect(at(last, "type")).toBe("response.completed");
    expect(list(last, "response.output").map((item) => at(item, "type"))).toEqual(["reasoning", "message", "function_call"]);
  });

  it("keep their pace: neither the first token nor the last comes early", async () => {
    const started = performance.now();
    const response = await chat({ model: "fake:text=51,rate=500,ttft=50", messages: [user("x")] });
    let firstMs = 0;
    for await (const _ of response.body ?? []) firstMs ||= performance.now() - started;
    expect(firstMs).toBeGreaterThanOrEqual(49);
    expect(performance.now() - started).toBeGreaterThanOrEqual(149);
  });

  it("write content as null or as a list of parts when told to", async () => {
    const parts = events(await (await chat({ messages: [user(script([{ text: "a b", content: "list" }]))] })).text());
    expect(at(parts[1], "choices.0.delta.content")).toEqual([{ type: "text", text: "a " }]);
    const none = await postJson(`${server.url}/chat/completions`, {
      model: "fake",
      messages: [user(script([{ text: "", content: "null" }]))],
    });
    expect(at(none, "choices.0.message.content")).toBeNull();
  });
});

describe("faults", () => {
  const text = async (step: object) => (await chat({ messages: [user(script([step]))] })).text();

  it("an error event comes inside a 200 stream, after so many tokens or after a whole call", async () => {
    const early = events(await text({ text: "Par ty", error: { code: "rate_limit_exceeded", after: 1 } }));
    expect(early.map((event) => at(event, "error.code") ?? at(event, "choices.0.delta.content"))).toEqual([
      "",
      "Par ",
      "rate_limit_exceeded",
    ]);
    const late = await text({ calls: [{ tool: "echo" }], error: { code: "overloaded_error" } });
    expect(late).toContain('"name":"echo"');
    expect(late).not.toContain('"finish_reason":"tool_calls"');
  });

  it("an answer dies with its socket, or ends cleanly without a finish", async () => {
    await expect(text({ text: 50, cut: 5 })).rejects.toThrow();
    await expect((await chat({ model: "fake:text=50,cut=5", messages: [user("x")] })).text()).rejects.toThrow();
    const clean = await text({ text: "one two", calls: [{ tool: "echo" }], hangup: 9 });
    expect(clean).toContain('"name":"echo"');
    expect(clean).not.toMatch(/\[DONE\]|"finish_reason":"/);
  });

  it("a status is given always, to a share, or to the first requests only, with Retry-After", async () => {
    const always = await chat({ model: "fake:fail=429,retry=2", messages: [user("x")] });
    expect([always.status, always.headers.get("retry-after")]).toEqual([429, "2"]);
    const date = "Wed, 01 Jan 2031 00:00:00 GMT";
    const ask = () => chat({ messages: [user(script([{ fail: 503, times: 1, retry: date, text: "up" }]))] });
    const first = await ask();
    expect([first.status, first.headers.get("retry-after")]).toEqual([503, date]);
    expect((await ask()).status).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await chat({ model: "fake:fail=500,failp=0.5", messages: [user("y")] })).status),
    );
    expect(statuses.filter((status) => status === 500)).toHaveLength(5);
  });

  it("an unknown key in the model's name is refused", async () => {
    expect((await chat({ model: "fake:txet=50", messages: [user("x")] })).status).toBe(400);
  });
});

describe("strict histories", () => {
  const call = (id: string, name = "echo", args = "{}") => ({ id, type: "function", function: { name, arguments: args } });
  const assistant = (...calls: object[]) => ({ role: "assistant", content: null, tool_calls: calls });
  const tool = (id: string) => ({ role: "tool", tool_call_id: id, content: "ok" });

  it.each([
    ["an answer without its call", [user("x"), tool("a")], /no tool call/],
    ["a call without its answer", [user("x"), assistant(call("a")), user("y")], /must be followed/],
    ["an id used twice", [user("x"), assistant(call("a"), call("a")), tool("a")], /used twice/],
    ["an empty id", [user("x"), assistant(call("")), tool("")], /no id/],
    ["a name that the API does not take", [user("x"), assistant(call("a", "functions.shell")), tool("a")], /does not match/],
    ["arguments that are a list", [user("x"), assistant(call("a", "echo", "[1]")), tool("a")], /not a JSON object/],
    ["arguments that are cut", [user("x"), assistant(call("a", "echo", '{"a')), tool("a")], /not a JSON object/],
  ])("chat completions: %s", async (_name, messages, says) => {
    const response = await chat({ messages });
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toMatch(says);
    expect((await chat({ model: "fake:strict=0", messages })).status).toBe(200);
  });

  const fc = { type: "function_call", call_id: "a", name: "echo", arguments: "{}" };
  const out = { type: "function_call_output", call_id: "a", output: "ok" };
  const rs = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "sealed" };
  it.each([
    ["a call and its answer", [fc, out], null],
    ["reasoning before its call", [rs, { ...fc, id: "fc_1" }, out], null],
    ["an output without its call", [out], /No tool call found/],
    ["a call without its output", [fc], /No tool output found/],
    ["a call with its own id but without its reasoning", [{ ...fc, id: "fc_1" }, out], /without its required 'reasoning'/],
    ["reasoning that nothing follows", [rs], /required following item/],
    ["reasoning that was never stored", [{ ...rs, encrypted_content: null }, fc, out], /not persisted/],
  ])("responses: %s", async (_name, items, says) => {
    const body = { model: "fake", store: false, tools: responsesTools, input: [{ role: "user", content: "x" }, ...items] };
    const response = await post(`${server.url}/responses`, body);
    expect(response.status).toBe(says ? 400 : 200);
    if (says) expect((await response.json()).error.message).toMatch(says);
  });

  it("ollama: arguments that are no object", async () => {
    const messages = [user("x"), { role: "assistant", content: "", tool_calls: [{ function: { name: "echo", arguments: "{}" } }] }];
    expect((await post(`${server.ollamaUrl}/api/chat`, { model: "fake", messages })).status).toBe(400);
  });
});

it("plays scripts that were given a name, and lists them as models", async () => {
  server.addScript("refund", { steps: [{ text: "Refunded." }] });
  await post(`${server.ollamaUrl}/_scripts`, { name: "greet", steps: [{ text: "Hello." }] });
  const say = async (model: string) =>
    at(await postJson(`${server.url}/chat/completions`, { model, messages: [user("x")] }), "choices.0.message.content");
  expect([await say("refund"), await say("greet")]).toEqual(["Refunded.", "Hello."]);
  const models = list(await (await fetch(`${server.url}/models`)).json(), "data");
  expect(models.map((model) => at(model, "id"))).toEqual(["fake", "refund", "greet"]);
});

it("shows what it saw, and forgets on reset", async () => {
  await chat({ messages: [user('a "needle"')] });
  expect(server.requests('a "needle"')).toHaveLength(1);
  expect(await (await fetch(`${server.ollamaUrl}/_requests?contains=needle`)).json()).toHaveLength(1);
  expect((await (await fetch(`${server.ollamaUrl}/_stats`)).json()).requests).toBeGreaterThan(0);
  await post(`${server.ollamaUrl}/_reset`, {});
  expect(server.requests()).toHaveLength(0);
});
