import { readableText, unfinishedSequenceAt } from "../readable-text.ts";

/**
 * Turns the chunks of a running command into text for people who watch, up to `maxChars`; then says once that there is more. Characters and
 * control sequences that two chunks share come out whole.
 */
export function liveOutput(show: (text: string) => void, maxChars: number): (chunk: Buffer) => void {
  const decoder = new TextDecoder();
  let pending = "";
  let left = maxChars;
  return (chunk) => {
    if (left <= 0) return;
    pending += decoder.decode(chunk.subarray(0, 4 * maxChars), { stream: true });
    const end = unfinishedSequenceAt(pending);
    const text = readableText(pending.slice(0, end));
    pending = pending.slice(end);
    if (text === "") return;
    const isAll = text.length <= left;
    show(isAll ? text : `${text.slice(0, left).toWellFormed()}\n[… more output, shown when the command ends …]\n`);
    left -= text.length;
  };
}
