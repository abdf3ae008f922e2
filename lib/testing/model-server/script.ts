/** One tool call of a step. Without `args` and `raw` the arguments are made from the schema that the client sent. */
export interface ScriptedCall {
  tool?: string;
  args?: unknown;
  /** Argument text sent as it is, readable or not. */
  raw?: string;
  /** The call's id, also the same one twice or an empty one; `null` leaves the field out. */
  id?: string | null;
}

/** An error event inside a stream that began with 200. `after`: tokens said before it; without it, the whole step comes first. */
interface ScriptedError {
  code: string;
  message?: string;
  after?: number;
}

export const FINISHES = ["stop", "length", "tool_calls", "content_filter"] as const;
export const SHAPES = ["null", "empty", "list"] as const;

/** One answer of the model. */
export interface ScriptedStep {
  /** Words, or a number of filler tokens. */
  text?: string | number;
  calls?: ScriptedCall[];
  /** Thinking said before the text (a reasoning item in the responses format). */
  reasoning?: string;
  /** Tokens to report instead of the estimate; `false` reports none. */
  usage?: { input: number; output: number } | false;
  /** The finish reason, also a wrong one. */
  finish?: (typeof FINISHES)[number];
  /** How chat completions write the content: `null`, an empty string, or a list of parts. */
  content?: (typeof SHAPES)[number];
  /** The output limit of the request, put into `error` events or cuts. */
  error?: ScriptedError;
  /** HTTP status to fail with; `times` limits it to the first so many requests for this step. */
  fail?: number;
  times?: number;
  /** Retry-After of that failure: seconds, or an HTTP date. */
  retry?: number | string;
  /** Tokens after which the socket is destroyed. */
  cut?: number;
  /** Tokens after which the answer ends cleanly, without a finish reason and without `[DONE]`. */
  hangup?: number;
  ttft?: number;
  rate?: number;
  stall?: number;
}

/** What a model plays. Read off the model's name, a named script, or the user's message; holds no state. */
export interface Script {
  /** Iterations that call tools, and calls in each. */
  tools: number;
  par: number;
  /** Name of the tool to call; empty: the first one offered. */
  tool: string;
  /** `auto`, a fault (`bad`, `array`, `number`, `empty`), or literal JSON without commas. */
  args: string;
  /** Tokens of the final text, and of text before each call. */
  text: number;
  say: number;
  /** ms before the first token; tokens a second (0: unlimited); tokens a write; characters a token. */
  ttft: number;
  rate: number;
  chunk: number;
  size: number;
  /** Each token is this machine's monotonic clock in ns, so that a reader on it gets its exact delay. */
  stamp: boolean;
  /** HTTP status to fail with, the share of requests that do, the first so many that do (0: all), Retry-After seconds. */
  fail: number;
  failp: number;
  times: number;
  retry: number;
  /** Tokens after which the socket is destroyed (0: never); ms of silence after the first token. */
  cut: number;
  stall: number;
  /** Characters of a request that it takes; longer ones are too long for the model (0: any). */
  window: number;
  /** Refuse histories that the real services refuse. */
  strict: boolean;
  steps: ScriptedStep[] | null;
}

export const DEFAULT_SCRIPT: Readonly<Script> = Object.freeze({
  tools: 0,
  par: 1,
  tool: "",
  args: "auto",
  text: 32,
  say: 0,
  ttft: 0,
  rate: 0,
  chunk: 1,
  size: 5,
  stamp: false,
  fail: 0,
  failp: 1,
  times: 0,
  retry: 0,
  cut: 0,
  stall: 0,
  window: 0,
  strict: true,
  steps: null,
});

/** A script that cannot be read: answered with 400 and this sentence. */
export class BadScript extends Error {}
