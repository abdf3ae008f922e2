import type { ServerResponse } from "node:http";
import { AnswerStream } from "./answer-stream.ts";
import type { Answer, ModelRequest, WireFormat } from "./formats/format.ts";
import { object } from "./formats/format.ts";
import type { Pacer } from "./pacer.ts";
import { scriptInMessage } from "./parse-message-script.ts";
import { parseModelName } from "./parse-model-name.ts";
import { type PlayedStep, plainAnswer, stepToPlay } from "./play-step.ts";
import type { RequestLog } from "./request-log.ts";
import { BadScript, DEFAULT_SCRIPT, type Script } from "./script.ts";
import { sendJson } from "./send-json.ts";
import type { ServerStats } from "./stats.ts";
import { tokensOf } from "./tokens.ts";

/** Answers model requests of every wire format. Its only memory: the scripts that were added, and how often a limited failure was given. */
export class ModelHandler {
  readonly scripts = new Map<string, Partial<Script>>();
  readonly #isStrict: boolean;
  readonly #log: RequestLog;
  readonly #stats: ServerStats;
  readonly #pacer: Pacer;
  readonly #failures = new Map<string, number>();
  #draws = 0;

  constructor(parts: { isStrict: boolean; log: RequestLog; stats: ServerStats; pacer: Pacer }) {
    this.#isStrict = parts.isStrict;
    this.#log = parts.log;
    this.#stats = parts.stats;
    this.#pacer = parts.pacer;
  }

  reset(): void {
    this.#failures.clear();
    this.#draws = 0;
  }

  answer(format: WireFormat, path: string, text: string, response: ServerResponse): void {
    this.#stats.requests += 1;
    try {
      const body = object(JSON.parse(text));
      this.#log.add({ path, body });
      const request = format.read(body);
      const script = this.#scriptFor(request);
      const why = script.strict ? format.refusal(body) : null;
      if (why) {
        sendError(response, 400, why);
        return;
      }
      if (script.window > 0 && text.length > script.window) {
        const words = `This model's maximum context length is ${script.window} characters; the request has ${text.length}.`;
        sendError(response, 400, words, {}, "context_length_exceeded");
        return;
      }
      const step = stepToPlay(script, request.done, request.tools);
      if (!this.#fails(response, request, script, step)) this.#play(format, request, script, step, text.length, response);
    } catch (error) {
      // An answer that has begun cannot become an error any more; a reader must not wait for its end for ever.
      if (response.headersSent) response.destroy();
      const status = error instanceof BadScript || error instanceof SyntaxError ? 400 : 500;
      sendError(response, status, error instanceof Error ? error.message : String(error));
    }
  }

  /** Steps in the user's message win over the name's; a bare name without a script gives the plain answer. */
  #scriptFor(request: ModelRequest): Script {
    const named = parseModelName(request.model, this.scripts, { ...DEFAULT_SCRIPT, strict: this.#isStrict });
    const steps = scriptInMessage(request.user);
    // A script with calls in a request that offers no tools is a title or a summary being made of it.
    if (steps) return { ...named, steps: request.tools.length === 0 && steps.some((step) => step.calls?.length) ? [] : steps };
    return request.model.includes(":") || this.scripts.has(request.model) ? named : { ...named, steps: [] };
  }

  #fails(response: ServerResponse, request: ModelRequest, script: Script, step: PlayedStep): boolean {
    const status = step.fail ?? script.fail;
    if (!status || !this.#isDrawn(script.failp) || !this.#isAmongFirst(request, step, step.times ?? script.times)) return false;
    this.#stats.failed += 1;
    const retry = step.retry ?? script.retry;
    sendError(response, status, `scripted failure ${status}`, retry ? { "retry-after": String(retry) } : {});
    return true;
  }

  /** Spread evenly (golden ratio) instead of at random, so that a share is kept also over few requests. */
  #isDrawn(share: number): boolean {
    if (share >= 1) return true;
    this.#draws += 1;
    return (this.#draws * 0.618033988749895) % 1 < share;
  }

  #isAmongFirst(request: ModelRequest, step: PlayedStep, times: number): boolean {
    if (times === 0) return true;
    const key = `${request.model}\n${step.index}\n${request.user}`;
    const given = this.#failures.get(key) ?? 0;
    this.#failures.set(key, given + 1);
    return given < times;
  }

  #play(format: WireFormat, request: ModelRequest, script: Script, step: PlayedStep, bodyChars: number, response: ServerResponse): void {
    const tokens = tokensOf(step.text ?? plainAnswer(request.results), script.size);
    const answer = answerOf(step, tokens, bodyChars);
    const wire = format.open(request, step.content);
    this.#stats.calls += step.calls.length;
    if (request.stream) {
      const { contentType } = format;
      new AnswerStream({ response, contentType, wire, tokens, step, answer, script, pacer: this.#pacer, stats: this.#stats }).start();
      return;
    }
    const rate = step.rate ?? script.rate;
    const waitMs = (step.ttft ?? script.ttft) + (rate ? (tokens.length / rate) * 1000 : 0);
    const send = () => {
      this.#stats.tokens += tokens.length;
      if (step.error) sendError(response, 200, step.error.message ?? `scripted error ${step.error.code}`, {}, step.error.code);
      else sendJson(response, 200, wire.whole(answer));
    };
    if (waitMs > 0) this.#pacer.schedule(performance.now() + waitMs, send);
    else send();
  }
}

function answerOf(step: PlayedStep, tokens: readonly string[], bodyChars: number): Answer {
  const callTokens = step.calls.reduce((sum, call) => sum + Math.ceil(call.args.length / 4), 0);
  const estimate = { input: Math.ceil(bodyChars / 4), output: tokens.length + callTokens };
  return {
    text: tokens.join(""),
    reasoning: step.reasoning ?? "",
    calls: step.calls,
    usage: step.usage === false ? null : (step.usage ?? estimate),
    finish: step.finish ?? (step.calls.length > 0 ? "tool_calls" : "stop"),
    content: step.content,
  };
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = String(status),
): void {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  sendJson(response, status, { error: { message, type, code } }, headers);
}
