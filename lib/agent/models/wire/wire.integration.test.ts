import net from "node:net";
import { gzipSync } from "node:zlib";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { UIMessageChunk } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { resolveModel } from "../resolve-model.ts";
import type { StepError } from "../step/step-errors.ts";
import type { StepInput, StepResult } from "../step/step-types.ts";
import { streamStep, WITHOUT_END } from "../step/stream-step.ts";

/** A server that answers each request with the very bytes that a test gives it. */
let answer: (socket: net.Socket) => void;
let requests = 0;
/** Connections that are open. */
const sockets = new Set<net.Socket>();
/** Small ones come in one piece. */
let lastRequest: string;
let server: net.Server;
let url: string;

beforeAll(async () => {
  server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      const head = bytes.toString("latin1");
      if (head.includes("/api/show ")) return socket.end("HTTP/1.1 404 x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
      if (!/^POST /.test(head)) return;
      requests += 1;
      lastRequest = head;
      answer(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
});
afterAll(() => server.close());

interface Wire {
  head?: string;
  /** The server leaves the connection open after its last byte. */
  staysOpen?: boolean;
  /** The server resets the connection after its last byte. */
  breaks?: boolean;
  /** The server sends its last part again and again. */
  endless?: string;
  isByteByByte?: boolean;
  /** What the server answers to each request, with its head, in place of all else. */
  respond?: () => string;
  /** All that the server does. */
  play?: (socket: net.Socket) => void;
  /** Gets what the page is shown. */
  shown?: UIMessageChunk[];
  signal?: AbortSignal;
  /** Of the question. */
  settings?: Partial<StepInput>;
}

const OK = "HTTP/1.1 200 OK\r\nconnection: close\r\n";
/** Without a length any end of the connection is one of the body. */
const BREAKS: Wire = { breaks: true, head: `${OK}content-length: 1000000\r\n` };

async function ask(provider: string, body: string | Buffer, wire: Wire = {}, history: LanguageModelV4Prompt = []) {
  const { head = OK, staysOpen = false, breaks = false, endless, isByteByByte = false } = wire;
  requests = 0;
  answer = async (socket) => {
    if (wire.play) return wire.play(socket);
    if (wire.respond) return socket.end(wire.respond());
    socket.write(`${head}\r\n`);
    if (isByteByByte) {
      for (const byte of Buffer.from(body)) {
        socket.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
    } else socket.write(body);
    if (endless) await sendWithoutEnd(socket, endless);
    else if (breaks) setTimeout(() => socket.resetAndDestroy(), 50);
    else if (!staysOpen) socket.end();
  };
  const env = { MODEL: undefined, OPENAI_API_KEY: "key", OPENAI_BASE_URL: url, OLLAMA_BASE_URL: url };
  let calls = 0;
  const chunks = wire.shown ?? [];
  const input = {
    system: "",
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text: "Go." }] }, ...history],
    tools: [{ name: "shell", description: "", inputSchema: { type: "object" as const } }],
    signal: wire.signal ?? AbortSignal.timeout(8_000),
    newToolCallId: () => `our_${++calls}`,
    ...wire.settings,
  };
  return streamStep(await resolveModel(env, `${provider}:m`), input, (more) => chunks.push(...more));
}

async function sendWithoutEnd(socket: net.Socket, part: string): Promise<void> {
  while (!socket.destroyed) {
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, socket.writableNeedDrain ? 10 : 0));
  }
}

const failing = (...given: Parameters<typeof ask>): Promise<StepError> =>
  ask(...given).then(
    () => expect.fail("the step did not fail"),
    (error: StepError) => error,
  );

const callsOf = ({ calls }: StepResult) => calls.map(({ name, rawArguments }) => [name, rawArguments]);
const events = (...messages: unknown[]) =>
  messages.map((message) => `data: ${typeof message === "string" ? message : JSON.stringify(message)}\n\n`).join("");
const lines = (...messages: object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join("");

describe("chat completions", () => {
  const CHAT = "openai-compatible";
  const chunk = (delta: object, finish: unknown = null, more: object = {}) => ({
    id: "x",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  });
  const call = (given: object) => chunk({ tool_calls: [given] });
  const END = [chunk({}, "stop"), "[DONE]"];
  const CALLS_END = [chunk({}, "tool_calls"), "[DONE]"];
  const WHOLE = events(chunk({ content: "Hé 🙂" }), chunk({ content: " you" }), ...END);

  it.each<[string, string, Wire?]>([
    ["CRLF", WHOLE.replaceAll("\n", "\r\n")],
    ["CR alone", WHOLE.replaceAll("\n", "\r")],
    ["no space after data:", WHOLE.replaceAll("data: ", "data:")],
    ["comments, names and ids", `: ping\n\n${WHOLE.replaceAll("data: ", "event: x\nid: 1\ndata: ")}: bye\n\n`],
    ["a byte order mark", `\ufeff${WHOLE}`],
    ["no empty lines between events", WHOLE.replaceAll("\n\n", "\n")],
    ["no line break at the end", WHOLE.trimEnd()],
    ["neither a line break nor [DONE] at the end", events(chunk({ content: "Hé 🙂 you" }), chunk({}, "stop")).trimEnd()],
    ["one byte at a time", WHOLE, { isByteByByte: true }],
    ["a connection that stays open", WHOLE, { staysOpen: true }],
    ["words after [DONE]", WHOLE + events(chunk({ content: "no" }))],
    ["HTTP/1.0", WHOLE, { head: "HTTP/1.0 200 OK\r\n" }],
    [
      "error: null in every chunk",
      events(chunk({ content: "Hé 🙂 you" }, null, { error: null }), chunk({}, "stop", { error: null }), "[DONE]"),
    ],
    ["chunks without choices", events(chunk({ content: "Hé 🙂" }), { id: "x", object: "ping" }, chunk({ content: " you" }), ...END)],
    [
      "other choices beside the first",
      events(
        {
          choices: [
            { index: 0, delta: { content: "Hé 🙂" } },
            { index: 1, delta: { content: "no" } },
          ],
        },
        { choices: [{ index: 1, delta: { content: "no" }, finish_reason: "length" }] },
        chunk({ content: " you" }),
        ...END,
      ),
    ],
    ["an id and a time of another type", events({ ...chunk({ content: "Hé 🙂 you" }), id: 7, created: "now" }, ...END)],
    [
      "parts in place of a text",
      events(chunk({ content: { type: "text", text: "Hé 🙂" } }), chunk({ content: [{ type: "text", text: " you" }] }), ...END),
    ],
    [
      "parts of kinds of their own",
      events(
        chunk({
          content: [
            { type: "output_text", text: "Hé 🙂" },
            { type: "image_url", image_url: { url: "x" } },
          ],
        }),
        chunk({ content: [" you", { type: "reference", reference_ids: [1] }] }),
        ...END,
      ),
    ],
    [
      "a connection that stays open after the finish, without [DONE]",
      events(chunk({ content: "Hé 🙂 you" }), chunk({}, "stop")),
      { staysOpen: true },
    ],
    ["a connection that breaks after the finish", events(chunk({ content: "Hé 🙂 you" }), chunk({}, "stop")), BREAKS],
    ["signs of life after the finish", events(chunk({ content: "Hé 🙂 you" }), chunk({}, "stop")), { endless: ": ping\n\n" }],
    ["a finish reason in every chunk", events(chunk({ content: "Hé 🙂" }, "stop"), chunk({ content: " you" }, "stop"), "[DONE]")],
    [
      "an answer that is not streamed",
      JSON.stringify({ choices: [{ message: { role: "assistant", content: "Hé 🙂 you" }, finish_reason: "stop" }] }, null, 2),
    ],
    [
      "the whole message again at the end",
      events(chunk({ content: "Hé 🙂" }), chunk({ content: " you" }), {
        choices: [{ index: 0, message: { role: "assistant", content: "Hé 🙂 you" }, finish_reason: "stop" }],
      }),
    ],
    [
      "messages in place of deltas",
      events({ choices: [{ message: { content: "Hé 🙂" } }] }, { choices: [{ message: { content: " you" }, finish_reason: "stop" }] }),
    ],
    ["a finish reason of its own", events(chunk({ content: "Hé 🙂 you" }), chunk({}, "eos"), "[DONE]")],
    [
      "a choice whose number is null, or a text",
      events(
        { choices: [{ index: 0, delta: { content: "Hé 🙂" } }] },
        { choices: [{ index: null, delta: { content: " " } }] },
        { choices: [{ index: "0", delta: { content: "you" } }] },
        ...END,
      ),
    ],
    [
      "error: false, or empty",
      events(chunk({ content: "Hé 🙂" }, null, { error: false }), chunk({ content: " you" }, "stop", { error: "" })),
    ],
    [
      "an empty piece of a call",
      events(chunk({ content: "Hé 🙂 you" }), call({ index: 1, function: { arguments: "" } }), call({}), ...END),
    ],
  ])("are read with %s", async (_, body, wire) => {
    expect(await ask(CHAT, body, wire)).toMatchObject({ text: "Hé 🙂 you", cut: false, empty: false });
  });

  it("are read when a gateway compresses them all the same", async () => {
    expect(await ask(CHAT, gzipSync(WHOLE), { head: `${OK}content-encoding: gzip\r\n` })).toMatchObject({ text: "Hé 🙂 you" });
  });

  it.each<[string, object[]]>([
    ["no index", [call({ id: "a", function: { name: "shell", arguments: '{"command":' } }), call({ function: { arguments: '"ls"}' } })]],
    ["an index that is a text", [call({ index: "0", id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } })]],
    ["an id that is a number", [call({ index: 0, id: 5, function: { name: "shell", arguments: '{"command":"ls"}' } })]],
    [
      "an id that changes",
      [
        call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":' } }),
        call({ index: 0, id: "b", function: { name: null, arguments: '"ls"}' } }),
      ],
    ],
    [
      "its name in every piece",
      [
        call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":' } }),
        call({ index: 0, id: "a", function: { name: "shell", arguments: '"ls"}' } }),
      ],
    ],
    [
      "its name late",
      [
        call({ index: 0, id: "a", function: { name: "", arguments: "" } }),
        call({ index: 0, function: { name: "shell", arguments: '{"command":"ls"}' } }),
      ],
    ],
    ["an object in place of its text", [call({ index: 0, id: "a", function: { name: "shell", arguments: { command: "ls" } } })]],
    [
      "a message at the end, behind words that came before",
      [
        chunk({ content: "I look." }),
        {
          ...chunk({}),
          choices: [
            { message: { content: "I look.", tool_calls: [{ id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } }] } },
          ],
        },
      ],
    ],
    [
      "an index only after its first piece",
      [
        call({ id: "a", function: { name: "shell", arguments: "" } }),
        call({ index: 0, function: { arguments: '{"command":' } }),
        call({ index: 0, function: { arguments: '"ls"}' } }),
      ],
    ],
    [
      "an index that grows with every piece",
      [
        call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command"' } }),
        call({ index: 1, id: "a", function: { arguments: ":" } }),
        call({ index: 2, id: "a", function: { arguments: '"ls"}' } }),
      ],
    ],
    [
      "an empty piece of another beside it",
      [
        call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } }),
        call({ index: 1, id: "", function: { arguments: "" } }),
      ],
    ],
    [
      "a seal that is none",
      [
        call({
          index: 0,
          id: "a",
          extra_content: { google: { thought_signature: 5 } },
          function: { name: "shell", arguments: '{"command":"ls"}' },
        }),
      ],
    ],
    [
      "an empty object before its arguments",
      [
        call({ index: 0, id: "a", function: { name: "shell", arguments: "{}" } }),
        call({ index: 0, function: { arguments: '{"command":' } }),
        call({ index: 0, function: { arguments: '"ls"}' } }),
      ],
    ],
    ["no list around it", [chunk({ tool_calls: { index: 0, id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } } })]],
  ])("give a call that comes with %s", async (_, chunks) => {
    expect(callsOf(await ask(CHAT, events(...chunks, ...CALLS_END)))).toEqual([["shell", '{"command":"ls"}']]);
  });

  it("keep the empty object of a call that has no more, also beside one that has", async () => {
    const first = call({ index: 0, id: "a", function: { name: "shell", arguments: "{}" } });
    const second = call({ index: 1, id: "b", function: { name: "shell", arguments: {} } });
    const rest = call({ index: 1, function: { arguments: '{"command":"ls"}' } });
    expect(callsOf(await ask(CHAT, events(first, second, rest, ...CALLS_END)))).toEqual([
      ["shell", "{}"],
      ["shell", '{"command":"ls"}'],
    ]);
  });

  it.each([
    "max_tokens",
    "MAX_TOKENS",
    "model_length",
    "model_context_window_exceeded",
    "sensitive",
    "SAFETY",
    "content_filter: PROHIBITED_CONTENT",
  ])("count as cut, and have no call run, when they end with %s", async (reason) => {
    const made = call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } });
    const { cut, calls } = await ask(CHAT, events(chunk({ content: "So" }), made, chunk({}, reason), "[DONE]"));
    expect([cut, calls.map(({ isDispatchable }) => isDispatchable)]).toEqual([true, [false]]);
  });

  it.each(["network_error", "insufficient_system_resource", "function_call_filter: MALFORMED_FUNCTION_CALL", "timeout"])(
    "have failed when they end with %s",
    async (reason) => {
      const error = await failing(CHAT, events(chunk({ content: "Par" }), chunk({}, reason), "[DONE]"));
      expect([error.code, error.partial.text]).toEqual(["server_error", "Par"]);
    },
  );

  it.each<[string, object, RegExp]>([
    ["a code and its words", { code: 500, msg: "system busy" }, /^The model's server failed\. \(system busy\)$/],
    ["a list of errors", { success: false, errors: [{ message: "no route" }], result: null }, /failed\. \(no route\)$/],
    ["a form that nobody knows", { id: "x", choices: null, base: { status: "no balance" } }, /failed\. \(.*no balance/],
  ])("say what a 200 says that is no answer: %s", async (_, body, words) => {
    expect((await failing(CHAT, JSON.stringify(body))).message).toMatch(words);
    expect((await failing("openai", JSON.stringify(body))).message).toMatch(words);
  });

  it.each<[string, Record<string, unknown>, string, RegExp | undefined]>([
    ["tools", {}, "m does not support tools", /calls no tools/],
    [
      "temperature",
      { temperature: 0.2 },
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
      /takes no temperature/,
    ],
    [
      "max_tokens",
      { maxOutputTokens: 50 },
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      undefined,
    ],
  ])(
    "are asked for without %s where their server takes none, from then on, and say what that means",
    async (field, settings, message, words) => {
      const refusal = `HTTP/1.1 400 Bad\r\nconnection: close\r\n\r\n${JSON.stringify({ error: { message } })}`;
      const respond = () => (lastRequest.includes(`"${field}":`) ? refusal : `${OK}\r\n${WHOLE}`);
      for (const times of [2, 1]) {
        const { text, warnings } = await ask(`${CHAT}:${field}`, "", { respond, settings });
        expect([text, requests]).toEqual(["Hé 🙂 you", times]);
        expect(warnings.map((warning) => warning.message)).toEqual(words ? [expect.stringMatching(words)] : []);
      }
      if (field === "max_tokens") expect(lastRequest).toContain('"max_completion_tokens":50');
      await ask(`${CHAT}:${field}`, WHOLE);
      expect(requests).toBe(1);
    },
  );

  it("do not ask again and again for a field that is named as refused and has been left out", async () => {
    const refusal = JSON.stringify({ error: { message: "unsupported: 'temperature' in messages" } });
    const body = `HTTP/1.1 400 Bad\r\nconnection: close\r\n\r\n${refusal}`;
    const tool = { name: "oven", description: "", inputSchema: { type: "object" as const, properties: { temperature: {} } } };
    const error = await failing(`${CHAT}:oven`, "", { respond: () => body, settings: { temperature: 0.2, tools: [tool] } });
    expect([error.code, requests]).toEqual(["bad_request", 2]);
  });

  describe("of a model that thought before it made a call", () => {
    const thought = [
      chunk({ reasoning_content: "I should look." }),
      call({
        index: 0,
        id: "a",
        extra_content: { google: { thought_signature: "sealed" } },
        function: { name: "shell", arguments: '{"command":"ls"}' },
      }),
    ];
    const next = async (name: string, body: string, wire?: Wire) => {
      const provider = `${CHAT}:${name}`;
      const { assistantMessage, calls } = await ask(provider, events(...thought, ...CALLS_END));
      if (!assistantMessage) throw new Error("It said nothing.");
      const output = { type: "text" as const, value: "a.txt" };
      const result = { type: "tool-result" as const, toolCallId: calls[0]?.toolCallId ?? "", toolName: "shell", output };
      return ask(provider, body, wire, [assistantMessage, { role: "tool", content: [result] }]);
    };

    it("take back what it thought, and what its server sealed", async () => {
      await next("DeepSeek", WHOLE);
      expect(lastRequest).toContain('"reasoning_content":"I should look."');
      expect(lastRequest).toContain('"thought_signature":"sealed"');
    });

    it.each([
      [
        "Groq",
        "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      ],
      ["Fireworks", "Extra inputs are not permitted, field: 'messages[1].reasoning_content', value: 'I should look.'"],
      [
        "Mistral",
        [
          {
            type: "extra_forbidden",
            loc: ["body", "messages", 1, "assistant", "reasoning_content"],
            msg: "Extra inputs are not permitted",
          },
        ],
      ],
    ])("are asked without it, from then on, when their server takes no thoughts back, as %s says it", async (name, message) => {
      const refused = JSON.stringify(typeof message === "string" ? { error: { message } } : { detail: message });
      const refusal = `HTTP/1.1 400 Bad\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n${refused}`;
      const respond = () => (lastRequest.includes("reasoning_content") ? refusal : `${OK}\r\n${WHOLE}`);
      for (const times of [2, 1]) {
        const { text } = await next(name, "", { respond });
        expect([text, requests]).toEqual(["Hé 🙂 you", times]);
        expect(lastRequest).toContain("a.txt");
      }
    });
  });

  it.each([
    [
      "Mistral",
      "422 x",
      { object: "error", message: { detail: [{ type: "extra_forbidden", loc: ["body", "stream_options", "include_usage"] }] } },
    ],
    ["Azure", "400 x", { error: { message: "Unrecognized request argument supplied: stream_options" } }],
    ["Databricks", "400 x", { message: 'Stream option "include_usage" is not supported for this model.' }],
  ])("are asked without counts, from then on, when their server does not count, as %s says it", async (name, status, refused) => {
    const refusal = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(refused)}`;
    const respond = () => (lastRequest.includes("stream_options") ? refusal : `${OK}\r\n${WHOLE}`);
    for (const times of [2, 1]) {
      const { text, usage } = await ask(`${CHAT}:${name}`, "", { respond });
      expect([text, usage.estimated, requests]).toEqual(["Hé 🙂 you", true, times]);
    }
  });

  it("pass on a refusal of anything else as it is", async () => {
    const refusal = 'HTTP/1.1 400 x\r\nconnection: close\r\n\r\n{"error":{"message":"Unrecognized request argument supplied: tools"}}';
    const error = await failing(CHAT, "", { respond: () => refusal });
    expect([error.message, requests]).toEqual([expect.stringContaining("(Unrecognized request argument supplied: tools)"), 1]);
  });

  it("keep every byte of arguments that come one character at a time, escapes and emoji cut through", async () => {
    const text = JSON.stringify({ command: 'echo "é🙂\\n" \u0001' });
    const pieces = Array.from({ length: text.length }, (_, at) =>
      call({ index: 0, ...(at === 0 && { id: "a" }), function: { ...(at === 0 && { name: "shell" }), arguments: text[at] } }),
    );
    const result = await ask(CHAT, events(...pieces, ...CALLS_END));
    expect(callsOf(result)).toEqual([["shell", text]]);
  });

  it("give the calls of an answer that is not streamed, each its own", async () => {
    const one = (command: string) => ({
      id: "same",
      type: "function",
      function: { name: "shell", arguments: JSON.stringify({ command }) },
    });
    const body = {
      choices: [{ message: { content: null, tool_calls: [one("a"), one("b")] }, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 2 },
    };
    const result = await ask(CHAT, JSON.stringify(body));
    expect(callsOf(result)).toEqual([
      ["shell", '{"command":"a"}'],
      ["shell", '{"command":"b"}'],
    ]);
    expect(result.usage).toMatchObject({ totalTokens: 5, estimated: false });
  });

  it.each([[["ls"]], [42], [true], ["ls"]])("leave arguments that are no object (%j) to the gate", async (args) => {
    const result = await ask(CHAT, events(call({ index: 0, id: "a", function: { name: "shell", arguments: args } }), ...CALLS_END));
    expect(callsOf(result)).toEqual([["shell", typeof args === "string" ? args : JSON.stringify(args)]]);
  });

  it.each<[object | null, object]>([
    [
      { prompt_tokens: "7", completion_tokens: "2" },
      { inputTokens: 7, outputTokens: 2, estimated: false },
    ],
    [{ prompt_tokens: -1, completion_tokens: 2.5, total_tokens: 1e300 }, { estimated: true }],
    [{ prompt_tokens: 1e12, completion_tokens: 2 }, { estimated: true }],
    [{ total_tokens: 9 }, { estimated: true }],
    [null, { estimated: true }],
  ])("count tokens, or estimate what cannot be a count: %j", async (usage, counted) => {
    const { usage: result, text } = await ask(CHAT, events(chunk({ content: "Yes." }), chunk({}, "stop", { usage }), "[DONE]"));
    expect([text, result]).toEqual(["Yes.", expect.objectContaining(counted)]);
    for (const count of [result.inputTokens, result.outputTokens, result.totalTokens]) expect(count).toSatisfy(Number.isSafeInteger);
    expect(result.inputTokens).toBeGreaterThan(0);
  });

  it.each<[string, string, RegExp, string?, Wire?]>([
    ["an error that is a text", events(chunk({ content: "Par" }), { error: "boom" }, "[DONE]"), /failed\. \(boom\)/, "Par"],
    ["vLLM's error", events(chunk({ content: "Par" }), { object: "error", message: "boom", code: 500 }), /failed\. \(boom\)/, "Par"],
    [
      "an error without data: among the events",
      `${events(chunk({ content: "Par" }))}{"error":{"message":"boom"}}\n\n`,
      /failed\. \(boom\)/,
      "Par",
    ],
    ["llama.cpp's error", `${events(chunk({ content: "Par" }))}error: {"code":500,"message":"boom"}\n\n`, /failed\. \(boom\)/, "Par"],
    ["an error's words", `${events(chunk({ content: "Par" }))}error: boom\n\n`, /failed\. \(boom\)/, "Par"],
    ["an event named error", `${events(chunk({ content: "Par" }))}event: error\ndata: {"message":"boom"}\n\n`, /failed\. \(boom\)/, "Par"],
    [
      "an error beside a choice",
      events(chunk({ content: "Par" }), chunk({ content: "x" }, "error", { error: { code: 502, message: "boom" } })),
      /failed\. \(boom\)/,
      "Par",
    ],
    [
      "words in place of an event",
      events(chunk({ content: "Par" }), "Internal Server Error"),
      /cannot be read\. \(it sent: Internal Server Error\)/,
      "Par",
    ],
    ["half an event", `${events(chunk({ content: "Par" }))}data: {"choices":[{"del\n\n`, /\(it sent: \{"choices":\[\{"del\)/, "Par"],
    ["a web page", "\n<!doctype html><title>Sign in</title>", /\(it sent a web page; is its address right\?\)/],
    ["a finish reason that is empty, and the end", events(chunk({ content: "Par" }, ""), chunk({}, "")), /broke off/, "Par"],
    ["a call without a name", events(call({ index: 0, id: "a", function: { arguments: "{}" } }), ...CALLS_END), /cannot be read/],
    [
      "a call without a name, beside words",
      events(chunk({ content: "Par", tool_calls: [{ function: { arguments: "{}" } }] }), ...CALLS_END),
      /cannot be read/,
      "Par",
    ],
    [
      "a call without a name, in an answer that is not streamed",
      JSON.stringify({
        choices: [{ message: { content: "Par", tool_calls: [{ id: "a", function: { arguments: "{}" } }] }, finish_reason: "stop" }],
      }),
      /cannot be read/,
      "Par",
    ],
    [
      "two calls, of which nobody knows whose the rest is",
      events(
        call({ index: 0, id: "a", function: { name: "shell", arguments: "{" } }),
        call({ index: 1, id: "b", function: { name: "shell", arguments: "{" } }),
        call({ index: 2, function: { arguments: "}" } }),
        ...CALLS_END,
      ),
      /a call has no name/,
    ],
    ["a broken connection", events(chunk({ content: "Par" })), /broke off/, "Par", BREAKS],
    [
      "a finish reason that says that it failed",
      events(chunk({ content: "Par" }), chunk({}, "abort"), "[DONE]"),
      /failed\. \(abort\)/,
      "Par",
    ],
    [
      "a call that its server broke off",
      events(call({ index: 0, function: { name: "shell", arguments: "{}" } }), chunk({}, "error")),
      /failed/,
    ],
    ["a status that has no body", "", /cannot be read\. \(Empty response body\)/, "", { head: "HTTP/1.1 205 x\r\nconnection: close\r\n" }],
    [
      "a broken connection, when every chunk has a finish reason",
      events(chunk({ content: "P" }, "stop"), chunk({ content: "ar" }, "stop")),
      /broke off/,
      "Par",
      BREAKS,
    ],
    [
      "an error, also when the connection stays open",
      events(chunk({ content: "Par" }), { error: "boom" }),
      /\(boom\)/,
      "Par",
      { staysOpen: true },
    ],
    [
      "an event without an end",
      `${events(chunk({ content: "Par" }))}data: {"`,
      /\(a part of it has no end\)/,
      "Par",
      { endless: "x".repeat(1 << 20) },
    ],
    ["a list around an error", '[{"error":{"code":400,"message":"boom"}}]', /\(it sent: \[\{"error"/],
  ])("fail in words, and keep what was said, at %s", async (_, body, words, said = "", wire = {}) => {
    const error = await failing(CHAT, body, wire);
    expect(error.message).toMatch(words);
    expect([error.partial.text, requests]).toEqual([said, 1]);
  });

  it("say what a gateway says that has no server behind it, after asking it again", async () => {
    const error = await failing(CHAT, "no healthy upstream", { isByteByByte: true });
    expect([error.message, requests]).toEqual(["The model's server failed. (it sent: no healthy upstream)", 3]);
  });

  it("fail in words, and end at Stop, when their server switches to another protocol", async () => {
    const respond = () => "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
    const error = await failing(CHAT, "", { respond });
    expect([error.message, requests]).toEqual(["The model's server cannot be reached. (it closed the connection unasked)", 3]);
    const stopped = await failing(CHAT, "", { respond, signal: AbortSignal.timeout(100) });
    expect(stopped.name).toBe("StepAborted");
  });

  it("fail in words that can be stored and shown, whatever is in them", async () => {
    const said = "a\u0000b \u001b[31mred\u001b[0m \u202eslow\u202c\n\nand \ud83d";
    const error = await failing(CHAT, events(chunk({ content: "Par" }), { error: { message: said } }));
    expect(error.message).toBe("The model's server failed. (a b red slow and \ufffd)");
  });

  it("fail without the secrets in those words, also behind a terminal's signs", async () => {
    const said = `no sk-\u001b[0m${"k".repeat(24)} here`;
    const error = await failing(CHAT, events(chunk({ content: "Par" }), { error: { message: said } }));
    expect(error.message).toBe("The model's server failed. (no sk-[redacted] here)");
  });

  it.each<[string, string, string, RegExp]>([
    ["401 x", "content-length: 1000\r\n", '{"error":{"message":"no such key"}}', /refused our key\. \(no such key\)/],
    ["400 x", "content-length: 1000\r\n", "maximum context length is 5", /too long for the model\. \(maximum/],
    ["422 x", "content-length: 1000\r\n", "", /did not accept the request\. \(x\)/],
    ["403 x", "content-encoding: gzip\r\n", "not packed at all", /refused our key\. \(x\)/],
  ])("know by its status what a %s means that breaks off or cannot be unpacked", async (status, more, body, words) => {
    const head = `HTTP/1.1 ${status}\r\nconnection: close\r\n${more}`;
    const error = await failing(CHAT, body, { head, breaks: true });
    expect([error.message, requests]).toEqual([expect.stringMatching(words), 1]);
  });

  it("wait no longer for the rest of a refusal than a moment", async () => {
    const head = "HTTP/1.1 401 x\r\nconnection: close\r\n";
    expect((await failing(CHAT, "no such key", { head, staysOpen: true })).message).toMatch(/refused our key\. \(no such key\)/);
  });

  it("wait for words as long as empty pieces come, when every piece has a finish reason", async () => {
    const empty = events(chunk({ content: "" }, "stop"));
    const respond = (socket: net.Socket) => {
      socket.write(`${OK}\r\n${empty}`);
      for (const at of [900, 1_800, 2_700]) setTimeout(() => socket.write(empty), at);
      setTimeout(() => socket.end(events(chunk({ content: "Yes." }, "stop"), "[DONE]")), 3_000);
    };
    expect((await ask(CHAT, "", { play: respond })).text).toBe("Yes.");
  });

  it("show nothing of an attempt that only got to an empty line, and ask again", async () => {
    const shown: UIMessageChunk[] = [];
    const error = await ask(CHAT, events(chunk({ content: "\n" })), { shown }).catch((cause: StepError) => cause);
    expect([error, requests, shown]).toEqual([expect.objectContaining({ code: "connection_cut", attempts: 3 }), 3, []]);
  });

  it("leave nothing running when more than is read comes together with what cannot be", async () => {
    const body = events(chunk({ content: "x".repeat(1_100_000) }), "garbage");
    expect((await ask(CHAT, body, { staysOpen: true })).finishReason.raw).toBe(WITHOUT_END);
    const before = cpuMs();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(cpuMs() - before).toBeLessThan(50);
  });

  it.each<[string, string]>([
    ["a chunk's length that is none, in the same packet", "transfer-encoding: chunked\r\n\r\nzz\r\nhello"],
    ["a head that is none", "x y\r\n\r\n"],
    ["what is not packed as it says", "content-encoding: gzip\r\n\r\nnot packed"],
    ["two lengths", "content-length: 5\r\ncontent-length: 6\r\n\r\nhello"],
  ])("fail in words, and let go of the connection, at %s", async (_, sent) => {
    let socket: net.Socket | undefined;
    const play = (given: net.Socket) => {
      socket = given;
      given.write(`HTTP/1.1 200 OK\r\n${sent}`);
    };
    const error = await failing(CHAT, "", { play });
    expect(error.partial.isEmpty).toBe(true);
    await expect.poll(() => socket?.destroyed).toBe(true);
  });

  it.each<[string, string, Wire]>([
    ["an error, and the server goes on", events({ error: "boom" }), { endless: events(chunk({ content: "z" })) }],
    ["a call that cannot be read, and the server goes on", events(call({ function: { arguments: "x" } })), { endless: ": ping\n\n" }],
    ["a refusal without an end", "no: ", { head: "HTTP/1.1 400 x\r\n", endless: "x".repeat(10_000) }],
    ["words without an end", "", { endless: events(chunk({ content: "z".repeat(10_000) })) }],
  ])("let go of the connection at %s", async (_, body, wire) => {
    await ask(CHAT, body, wire).catch(() => {});
    await expect.poll(() => sockets.size, { timeout: 4_000 }).toBe(0);
  });

  it.each<[string, string | undefined]>([
    ["before the head", undefined],
    ["between the head and the first byte", `${OK}content-length: 100\r\n\r\n`],
    ["in the middle of an event", `${OK}\r\ndata: {"choices":[{"del`],
  ])("stop at once, and let go of the connection, when Stop comes %s", async (_, sent) => {
    const stop = new AbortController();
    const play = (socket: net.Socket) => {
      if (sent) socket.write(sent);
      setTimeout(() => stop.abort(), 50);
    };
    await expect(ask(CHAT, "", { play, signal: stop.signal })).rejects.toThrow("The model's answer was stopped.");
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("are no worse for a Stop that comes after their end", async () => {
    const stop = new AbortController();
    expect(await ask(CHAT, WHOLE, { signal: stop.signal })).toMatchObject({ text: "Hé 🙂 you" });
    stop.abort();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it("read no more of a refusal than its beginning", async () => {
    const head = "HTTP/1.1 400 Bad\r\nconnection: close\r\ncontent-type: text/plain\r\n";
    const error = await failing(CHAT, "no: ", { head, endless: "x".repeat(10_000) });
    expect(error.message).toMatch(/^The model's server did not accept the request\. \(no: x{100,300}\)$/);
  });

  it.each<[string, string]>([
    ["words", events(chunk({ content: "again and again ".repeat(2_000) }))],
    ["thoughts", events(chunk({ reasoning_content: "again and again ".repeat(2_000) }))],
    ["arguments", events(call({ index: 0, function: { arguments: "again and again ".repeat(10_000) } }))],
    [
      "calls",
      Array.from({ length: 200 }, (_, at) =>
        events(call({ id: `b${at}`, function: { name: "shell", arguments: '{"command":"ls"}' } })),
      ).join(""),
    ],
  ])("are stopped when their %s have no end, and count as cut", async (_, endless) => {
    const opening = events(call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":"' } }));
    const { cut, finishReason, calls, text, usage } = await ask(CHAT, opening, { endless });
    expect({ cut, finishReason, isDispatchable: calls.some((made) => made.isDispatchable) }).toEqual({
      cut: true,
      finishReason: { unified: "length", raw: WITHOUT_END },
      isDispatchable: false,
    });
    expect(text.length).toBeLessThan(1_100_000);
    expect(usage.estimated).toBe(true);
  });

  it("keep of a name no more than any name can have", async () => {
    const result = await ask(
      CHAT,
      events(call({ index: 0, id: "a", function: { name: "n".repeat(100_000), arguments: "{}" } }), ...CALLS_END),
    );
    expect(result.calls.map(({ name }) => name.length)).toEqual([200]);
  });

  it.each<[string, string, string, RegExp]>([
    ["422 Unprocessable", "application/json", '{"detail":[{"loc":["body"],"msg":"field required"}]}', /\(field required\)/],
    ["400 Bad", "application/json", '{"error":"it has no such voice"}', /\(it has no such voice\)/],
    ["400 Bad", "application/json", '{"object":"error","message":"maximum context length is 4096"}', /too long for the model\. \(maximum/],
    ["400 Bad", "text/plain", "no such thing", /\(no such thing\)/],
    ["402 Payment", "application/json", '{"error":{"message":"no credits"}}', /quota at the model's provider is used up\. \(no credits\)/],
    ["403 Forbidden", "text/html", "<html>very long", /refused our key\. \(Forbidden\)/],
    [
      "301 Moved",
      "text/html\r\nlocation: https://elsewhere.test/v1",
      "",
      /\(it redirects to https:\/\/elsewhere\.test\/v1; set that as its address\)/,
    ],
  ])("say what a %s says as %s: %s", async (status, type, body, words) => {
    const error = await failing(CHAT, body, { head: `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: ${type}\r\n` });
    expect([error.message, requests]).toEqual([expect.stringMatching(words), 1]);
  });

  it.each([
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
    "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
    "the request exceeds the available context size, try increasing it",
    "Trying to keep the first 5000 tokens. However, the model is loaded with context length of only 4096 tokens",
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "Input is too long for requested model.",
    "Please reduce the length of the messages or completion.",
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
    "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`",
    "Input validation error: `inputs` must have less than 1024 tokens. Given: 2000",
    "input length and `max_tokens` exceed context limit: 197202 + 21333 > 200000, decrease input length or `max_tokens` and try again",
    "Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)",
    "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]",
  ])("know that a chat is too long from: %s", async (message) => {
    const head = "HTTP/1.1 400 Bad\r\nconnection: close\r\ncontent-type: application/json\r\n";
    expect((await failing(CHAT, JSON.stringify({ error: { message } }), { head })).code).toBe("context_too_long");
  });

  it.each([
    ["429 Too Many Requests", "Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 45000."],
    ["413 Payload Too Large", "Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 9000"],
  ])("know that a question is over any rate, and ask it no second time: %s, %s", async (status, message) => {
    const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\n`;
    const error = await failing(CHAT, JSON.stringify({ error: { message, code: "rate_limit_exceeded" } }), { head });
    expect([error.code, requests]).toEqual(["context_too_long", 1]);
  });

  it("tell a model that declines from a filter that cuts it off", async () => {
    expect(await ask(CHAT, events(chunk({ refusal: "I will not." }), ...END))).toMatchObject({ text: "I will not.", cut: false });
    expect(await ask(CHAT, events(chunk({ content: "So " }), chunk({}, "content_filter"), "[DONE]"))).toMatchObject({
      text: "So ",
      cut: true,
    });
  });

  it("take an answer of 10 MB in one event in well under the time that it takes to read", async () => {
    const started = performance.now();
    expect((await ask(CHAT, events(chunk({ content: "x".repeat(10_000_000) }), ...END))).text).toHaveLength(10_000_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("take an event of 50,000 lines as quickly", async () => {
    const started = performance.now();
    const body = `${events(chunk({ content: "Yes" }))}data: {"choices":[\n${"data:\n".repeat(50_000)}data: ${JSON.stringify(chunk({ content: "." }).choices[0])}]}\n\n`;
    expect(await ask(CHAT, body + events(...END))).toMatchObject({ text: "Yes." });
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it("show thoughts that come under the second of two names, the first of which is empty", async () => {
    const { assistantMessage } = await ask(
      CHAT,
      events(chunk({ reasoning_content: "", reasoning: "hm" }), chunk({ content: "Yes." }), ...END),
    );
    expect(assistantMessage?.content).toMatchObject([{ type: "reasoning", text: "hm" }, { type: "text" }]);
  });

  it("show thoughts as thoughts when the server passes them on as text", async () => {
    const result = await ask(
      CHAT,
      events(...["<thi", "nk>hm", " <b", "</think", ">\n\n", "Yes."].map((content) => chunk({ content })), ...END),
    );
    expect(result).toMatchObject({ text: "Yes.", empty: false });
    expect(result.assistantMessage?.content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: "reasoning", text: "hm <b" }),
        expect.objectContaining({ type: "text", text: "Yes." }),
      ]),
    );
    const cut = await failing(CHAT, events(chunk({ content: "<think>hm" })));
    expect(cut.partial).toMatchObject({ text: "", assistantMessage: null });
    expect(await ask(CHAT, events(chunk({ content: "a <think> b" }), chunk({ content: "<" }), ...END))).toMatchObject({
      text: "a <think> b<",
    });
    expect(await ask(CHAT, events(chunk({ content: "<thin" }), ...END))).toMatchObject({ text: "<thin" });
  });

  it("never take a connection that breaks for an end, wherever it breaks", async () => {
    const body = events(
      chunk({ content: "Hé" }),
      call({ index: 0, id: "a", function: { name: "shell", arguments: '{"command":"ls"}' } }),
      chunk({}, "tool_calls"),
    );
    for (let at = body.indexOf("\n\n") + 2; at < body.indexOf('"finish_reason":"tool_calls"'); at += 1) {
      const error = await failing(CHAT, body.slice(0, at), at % 2 === 0 ? {} : { head: `${OK}content-length: 100000\r\n` });
      expect([error.partial.text, error.code]).toEqual(["Hé", expect.stringMatching(/^connection_(cut|failed)$/)]);
    }
  });
});

describe("OpenAI's responses", () => {
  const item = (text: string, id = "m1") => ({
    type: "message",
    id,
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  });
  const created = { type: "response.created", response: { id: "r", created_at: 1, model: "m" } };
  const added = {
    type: "response.output_item.added",
    output_index: 0,
    item: { type: "message", id: "m1", role: "assistant", content: [] },
  };
  const delta = (text: string) => ({ type: "response.output_text.delta", item_id: "m1", output_index: 0, content_index: 0, delta: text });
  const done = (text: string, id?: string) => ({ type: "response.output_item.done", output_index: 0, item: item(text, id) });
  const completed = (output: object[] = []) => ({
    type: "response.completed",
    response: { id: "r", output, usage: { input_tokens: 5, output_tokens: 2 } },
  });
  const call = { type: "function_call", id: "f1", call_id: "c1", name: "shell", arguments: '{"command":"ls"}', status: "completed" };

  const PIECES = ['{"command":', '"ls"}'].map((piece) => ({
    type: "response.function_call_arguments.delta",
    item_id: "f1",
    output_index: 0,
    delta: piece,
  }));
  const ITEM_WITHOUT = { type: "response.output_item.done", output_index: 0, item: { ...call, arguments: "" } };

  it.each<[string, string, Wire?]>([
    ["a connection that stays open", events(created, added, delta("Yes."), done("Yes."), completed()), { staysOpen: true }],
    ["no line break at the end", events(created, added, delta("Yes."), done("Yes."), completed()).trimEnd()],
    [
      "kinds of events that nobody knows",
      events(created, { type: "keepalive" }, added, delta("Yes."), { type: "response.new.kind" }, done("Yes."), completed()),
    ],
    [
      "the whole repeated at the end under other ids",
      events(created, added, delta("Yes."), done("Yes.", "m2"), completed([item("Yes.", "m3")])),
    ],
    ["words before any item, and the item at the end", events(created, delta("Yes."), completed([item("Yes.")]))],
    [
      "words that come only whole, without the end of their item",
      events(created, added, { ...delta(""), type: "response.output_text.done", delta: undefined, text: "Yes." }, completed()),
    ],
    [
      "words that come only whole, behind their pieces",
      events(created, added, delta("Y"), delta("es."), { ...delta(""), type: "response.output_text.done", text: "Yes." }, completed()),
    ],
    ["an item that comes only whole", events(created, added, done("Yes."), completed())],
    ["an item that is begun and comes whole only at the end", events(created, added, completed([item("Yes.")]))],
    [
      "a note of a kind of its own",
      events(created, added, delta("Yes."), { type: "response.output_text.annotation.added", annotation: { type: "new" } }, completed()),
    ],
    [
      "counts that are texts",
      events(created, added, delta("Yes."), {
        type: "response.completed",
        response: { output: [], usage: { input_tokens: "5", output_tokens: "2" } },
      }),
    ],
    [
      "a refusal that comes only whole",
      events(created, { ...done(""), item: { ...item(""), content: [{ type: "refusal", refusal: "Yes." }] } }, completed()),
    ],
    ["nothing but the end", events(created, completed([item("Yes.")]))],
    [
      "no facts about itself",
      events({ type: "response.created" }, { type: "response.in_progress" }, added, delta("Yes."), done("Yes."), completed()),
    ],
    [
      "items without ids",
      events(created, { ...added, item: { ...item(""), id: undefined } }, { ...delta("Yes."), item_id: "x" }, completed()),
    ],
    ["pieces that say nothing", events(created, added, { ...delta(""), delta: null }, delta("Yes."), done("Yes."), completed())],
    [
      "no stream",
      JSON.stringify({
        object: "response",
        id: "r",
        created_at: 1,
        model: "m",
        output: [item("Yes.")],
        usage: { input_tokens: 5, output_tokens: 2 },
      }),
    ],
  ])("are read with %s", async (_, body, wire) => {
    expect(await ask("openai", body, wire)).toMatchObject({ text: "Yes.", usage: { totalTokens: 7, estimated: false } });
  });

  it("make one call of a call that the end repeats", async () => {
    const started = { type: "response.output_item.added", output_index: 0, item: { ...call, arguments: "" } };
    const ended = { type: "response.output_item.done", output_index: 0, item: call };
    expect(callsOf(await ask("openai", events(created, started, ended, completed([{ ...call, id: "f9" }]))))).toEqual([
      ["shell", '{"command":"ls"}'],
    ]);
    expect(callsOf(await ask("openai", events(created, completed([call]))))).toEqual([["shell", '{"command":"ls"}']]);
  });

  it.each<[string, object[]]>([
    [
      "its arguments said to be done and the item not",
      [
        { ...call, arguments: "" },
        { type: "response.function_call_arguments.done", item_id: "f1", output_index: 0, arguments: call.arguments },
        completed(),
      ],
    ],
    ["its arguments only at the end", [{ ...call, arguments: "" }, completed([call])]],
    ["its arguments only in pieces, and none in the item", [{ ...call, arguments: "" }, ...PIECES, ITEM_WITHOUT, completed()]],
    ["its arguments only in pieces, and no end of it", [{ ...call, arguments: "" }, ...PIECES, completed()]],
    [
      "an object in place of its arguments",
      [
        { ...call, arguments: "" },
        { type: "response.output_item.done", output_index: 0, item: { ...call, arguments: { command: "ls" } } },
        completed(),
      ],
    ],
    [
      "its arguments before, and none in the item",
      [
        { ...call, arguments: "" },
        { type: "response.function_call_arguments.done", item_id: "f1", output_index: 0, arguments: call.arguments },
        { type: "response.output_item.done", output_index: 0, item: { ...call, arguments: "{}" } },
        completed(),
      ],
    ],
    [
      "no state",
      [
        { ...call, arguments: "" },
        { type: "response.output_item.done", output_index: 0, item: { ...call, status: undefined } },
        completed(),
      ],
    ],
    [
      "a state of its own",
      [{ ...call, arguments: "" }, { type: "response.output_item.done", output_index: 0, item: { ...call, status: "done" } }, completed()],
    ],
    [
      "no id for it to be answered by",
      [
        { ...call, call_id: undefined, arguments: "" },
        { type: "response.output_item.done", output_index: 0, item: { ...call, call_id: undefined } },
        completed(),
      ],
    ],
  ])("give a call that comes with %s", async (_, [begun, ...rest]) => {
    const started = { type: "response.output_item.added", output_index: 0, item: begun };
    expect(callsOf(await ask("openai", events(created, started, ...rest)))).toEqual([["shell", '{"command":"ls"}']]);
  });

  it.each<[string, string, RegExp, string?]>([
    [
      "a failure",
      events(created, added, delta("Par"), {
        type: "response.failed",
        response: { error: { code: "rate_limit_exceeded", message: "slow" } },
      }),
      /limiting requests\. \(rate_limit_exceeded: slow\)/,
      "Par",
    ],
    [
      "an error in OpenAI's older form",
      events(created, added, delta("Par"), { type: "error", error: { code: "context_length_exceeded", message: "too much" } }),
      /too long for the model\. \(context_length_exceeded: too much\)/,
      "Par",
    ],
    [
      "a failure that says nothing",
      events(created, added, delta("Par"), { type: "response.failed", response: { error: null } }),
      /server failed\.$/,
      "Par",
    ],
    [
      "an end that says that it failed",
      events(created, added, delta("Par"), { type: "response.completed", response: { status: "failed", error: { message: "boom" } } }),
      /server failed\. \(boom\)/,
      "Par",
    ],
    [
      "an end that says that it was cancelled",
      events(created, added, delta("Par"), { type: "response.completed", response: { status: "cancelled", output: [] } }),
      /its answer is cancelled/,
      "Par",
    ],
    [
      "an answer that has not ended",
      JSON.stringify({ object: "response", status: "in_progress", output: [] }),
      /its answer is in_progress/,
    ],
    ["a server of another protocol", events({ object: "chat.completion.chunk", choices: [] }), /set MODEL to openai-compatible/],
    ["a web page", "<html>", /web page/],
  ])("fail in words at %s", async (_, body, words, said = "") => {
    const error = await failing("openai", body);
    expect([error.message, error.partial.text]).toEqual([expect.stringMatching(words), said]);
  });

  it.each([null, { reason: "max_tokens" }, { reason: "max_output_tokens" }])(
    "count as cut when they are incomplete (%j)",
    async (details) => {
      const started = { type: "response.output_item.added", output_index: 0, item: { ...call, arguments: "" } };
      const ended = { type: "response.output_item.done", output_index: 0, item: call };
      const end = { type: "response.incomplete", response: { incomplete_details: details, output: [] } };
      const { cut, calls } = await ask("openai", events(created, started, ended, end));
      expect([cut, calls.map(({ isDispatchable }) => isDispatchable)]).toEqual([true, [false]]);
    },
  );
});

describe("Ollama's lines", () => {
  const line = (message: object, more: object = {}) => ({
    model: "m",
    created_at: "2030-01-01T00:00:00Z",
    message: { role: "assistant", content: "", ...message },
    done: false,
    ...more,
  });
  const DONE = { ...line({}), done: true, done_reason: "stop", prompt_eval_count: 5, eval_count: 2 };
  const call = (args: unknown) => line({ tool_calls: [{ function: { name: "shell", ...(args !== undefined && { arguments: args }) } }] });

  it.each<[string, string, Wire?]>([
    ["a connection that stays open", lines(line({ content: "Hé 🙂" }), DONE), { staysOpen: true }],
    ["one byte at a time", lines(line({ content: "Hé 🙂" }), DONE), { isByteByByte: true }],
    ["CRLF and empty lines", lines(line({ content: "Hé 🙂" }), DONE).replaceAll("\n", "\r\n\r\n")],
    ["no line break at the end", lines(line({ content: "Hé 🙂" }), DONE).trimEnd()],
    ["words after the end", lines(line({ content: "Hé 🙂" }), DONE, line({ content: "no" }))],
    ["no times and no model", lines({ message: { content: "Hé 🙂" } }, { done: true, prompt_eval_count: 5, eval_count: 2 })],
    ["lines that say nothing", lines({ status: "loading model" }, line({ content: "Hé 🙂" }), DONE)],
    ["a line break in an error that the text quotes", lines(line({ content: "Hé " }), line({ content: "🙂" }), DONE)],
  ])("are read with %s", async (_, body, wire) => {
    expect(await ask("ollama", body, wire)).toMatchObject({ text: "Hé 🙂", usage: { totalTokens: 7 } });
  });

  it.each<[unknown, string]>([
    [{ command: "ls" }, '{"command":"ls"}'],
    ['{"command":"ls"}', '{"command":"ls"}'],
    [null, "{}"],
    [undefined, "{}"],
  ])("lose no call whose arguments are %j, nor one beside content: null", async (args, text) => {
    expect(callsOf(await ask("ollama", lines(call(args), line({ content: null }), DONE)))).toEqual([["shell", text]]);
  });

  it("come from a model that calls no tools when it is asked without them", async () => {
    const refusal = 'HTTP/1.1 400 x\r\nconnection: close\r\n\r\n{"error":"registry.ollama.ai/library/gemma3:1b does not support tools"}';
    const respond = () => (lastRequest.includes('"tools"') ? refusal : `${OK}\r\n${lines(line({ content: "Hi." }), DONE)}`);
    for (const times of [2, 1]) {
      const { text } = await ask("ollama:gemma3", "", { respond });
      expect([text, requests]).toEqual(["Hi.", times]);
    }
  });

  it("lose no call without a list around it", async () => {
    const tool_calls = { function: { name: "shell", arguments: { command: "ls" } } };
    expect(callsOf(await ask("ollama", lines(line({ tool_calls }), DONE)))).toEqual([["shell", '{"command":"ls"}']]);
  });

  it("refuse the calls of an answer that was cut at its limit", async () => {
    const { cut, calls } = await ask("ollama", lines(call({ command: "ls" }), { ...DONE, done_reason: "length" }));
    expect([cut, calls.map(({ isDispatchable }) => isDispatchable)]).toEqual([true, [false]]);
  });

  it.each<[string, string, RegExp]>([
    ["an error with spaces", `${lines(line({ content: "Par" }))}{ "error" : "boom" }\n`, /failed\. \(boom\)/],
    ["an error after another key", lines(line({ content: "Par" }), { model: "m", error: { message: "boom" } }), /failed\. \(boom\)/],
    ["a line that is none", `${lines(line({ content: "Par" }))}garbage\n${lines(DONE)}`, /it sent: garbage/],
    ["arguments that are no object", lines(line({ content: "Par" }), call("ls"), DONE), /arguments of a call are no object/],
    ["an end without done", lines(line({ content: "Par" })), /broke off/],
  ])("fail in words, and keep what was said, at %s", async (_, body, words) => {
    const error = await failing("ollama", body);
    expect([error.message, error.partial.text, requests]).toEqual([expect.stringMatching(words), "Par", 1]);
  });

  it("fail when an error comes in two pieces", async () => {
    const error = await failing("ollama", `${lines(line({ content: "Par" }))}{"error":"boom"}\n`, { isByteByByte: true });
    expect([error.message, error.partial.text]).toEqual([expect.stringContaining("(boom)"), "Par"]);
  });
});
