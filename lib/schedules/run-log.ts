import type { ScheduleRunDetail } from "./get-schedule-run.ts";

/**
 * One firing as lines: the time (UTC), the state that it led to, what happened, what was said. The agent's answer follows, set in, so that
 * nothing that somebody wrote can pass for a line of the log.
 */
export function runLog({ timeline, toolCalls, answer }: ScheduleRunDetail): string {
  const inputs = new Map<string, unknown>(toolCalls.map(({ id, input }) => [id, input]));
  const lines = timeline.map(({ at, status, text, detail, callId, approvalId }) => {
    const input = callId && !approvalId && inputs.has(callId) ? ` ${JSON.stringify(inputs.get(callId))}` : "";
    return `${at.toISOString()} ${(status ?? "-").padEnd(17)} ${onOneLine(text + input)}${detail ? `: ${onOneLine(detail)}` : ""}`;
  });
  const said = answer === "" ? [] : ["", ...answer.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) => `  ${onOneLine(line)}`)];
  return `${[...lines, ...said].join("\n")}\n`;
}

/** Line breaks and what moves a terminal's cursor, written out. */
function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
