import type { ServerResponse } from "node:http";
import { type BreakPoint, breakPoint } from "./break-point.ts";
import type { Answer, Wire } from "./formats/format.ts";
import type { Pacer } from "./pacer.ts";
import type { PlayedStep } from "./play-step.ts";
import type { Script } from "./script.ts";
import type { ServerStats } from "./stats.ts";

/** Events gathered before a write when the rate is unlimited. */
const BURST_CHARS = 64 * 1024;

interface AnswerStreamInput {
  response: ServerResponse;
  contentType: string;
  wire: Wire;
  tokens: readonly string[];
  step: PlayedStep;
  answer: Answer;
  script: Script;
  pacer: Pacer;
  stats: ServerStats;
}

/** One streamed answer: at once when the rate is unlimited (with back-pressure), else paced; with the script's cuts and errors. */
export class AnswerStream {
  readonly #input: AnswerStreamInput;
  readonly #break: BreakPoint;
  readonly #gapMs: number;
  readonly #stallMs: number;
  #firstAt = 0;
  #sent = 0;
  #isOver = false;

  constructor(input: AnswerStreamInput) {
    const { step, script, tokens } = input;
    const rate = step.rate ?? script.rate;
    this.#input = input;
    this.#gapMs = rate ? 1000 / rate : 0;
    this.#stallMs = step.stall ?? script.stall;
    this.#break = breakPoint(step, script, tokens.length);
  }

  start(): void {
    const { response, contentType, step, script, pacer, stats } = this.#input;
    stats.opened();
    response.on("close", () => {
      if (!this.#isOver) stats.closed(true);
      this.#isOver = true;
    });
    response.writeHead(200, { "content-type": contentType, "cache-control": "no-cache" });
    const waitMs = step.ttft ?? script.ttft;
    this.#firstAt = performance.now() + waitMs;
    const play = this.#gapMs > 0 ? this.#paced : this.#burst;
    if (waitMs === 0) {
      play(this.#firstAt);
      return;
    }
    response.flushHeaders();
    pacer.schedule(this.#firstAt, play);
  }

  readonly #burst = (): void => {
    if (this.#isOver) return;
    let text = this.#opening();
    while (this.#sent < this.#input.tokens.length && this.#sent < this.#break.tokens) {
      text += this.#next();
      if (text.length < BURST_CHARS) continue;
      if (!this.#write(text)) {
        this.#input.response.once("drain", this.#burst);
        return;
      }
      text = "";
    }
    this.#end(text);
  };

  /** Everything owed by now goes into one write. */
  readonly #paced = (now: number): void => {
    if (this.#isOver) return;
    const { tokens, script, pacer } = this.#input;
    let text = this.#opening();
    const lagMs = this.#sent > 0 ? this.#stallMs : 0;
    const last = Math.min(tokens.length, this.#break.tokens);
    do {
      if (this.#sent < last) text += this.#next();
    } while (this.#sent < last && this.#firstAt + lagMs + this.#sent * this.#gapMs <= now);
    if (this.#sent >= last) {
      this.#end(text);
      return;
    }
    this.#write(text);
    const ahead = Math.min(this.#sent + script.chunk - 1, last - 1);
    pacer.schedule(this.#firstAt + this.#stallMs + ahead * this.#gapMs, this.#paced);
  };

  #opening(): string {
    if (this.#sent > 0) return "";
    const { wire, step } = this.#input;
    return wire.head() + (step.reasoning ? wire.reasoning(step.reasoning) : "");
  }

  #next(): string {
    const { wire, tokens, script, stats } = this.#input;
    const token = script.stamp ? ` ${process.hrtime.bigint()}` : (tokens[this.#sent] ?? "");
    this.#sent += 1;
    stats.tokens += 1;
    return wire.token(token);
  }

  #end(text: string): void {
    const { wire, tokens, step, answer, response } = this.#input;
    const isWhole = this.#break.tokens > tokens.length;
    const spoken = isWhole && step.calls.length > 0 ? text + wire.calls(step.calls) : text;
    switch (this.#break.how) {
      case "none":
        this.#finish(spoken + wire.tail(answer));
        break;
      case "error":
        this.#finish(spoken + wire.error(step.error?.code ?? "", step.error?.message ?? `scripted error ${step.error?.code}`));
        break;
      case "hangup":
        this.#finish(spoken);
        break;
      case "cut":
        // The last bytes must leave before the socket dies, or the reader sees none of them.
        response.write(spoken, () => response.destroy());
    }
  }

  #write(text: string): boolean {
    this.#input.stats.bytesOut += text.length;
    return this.#input.response.write(text);
  }

  #finish(text: string): void {
    this.#isOver = true;
    this.#input.stats.closed(false);
    this.#input.stats.bytesOut += text.length;
    this.#input.response.end(text);
  }
}
