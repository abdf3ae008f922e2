import { composeHistory } from "./compose-prompt.ts";
import type { Drive } from "./drive.ts";

/** Results of the run itself are shortened to these, one after the other, once nothing that was said before is left. */
const RESULT_CHARS = [8_000, 2_000];

/**
 * Makes the next question to the model shorter, after its server has said that this one does not fit: first the older half of the
 * conversation goes, again and again, then the run's own results are shortened. The instructions, the tools and the message that is asked
 * stay whole. False: there is nothing left to leave out.
 */
export function shortenQuestion(drive: Drive): boolean {
  const { length } = drive.history;
  if (length > 1) {
    let room = JSON.stringify(drive.history.slice(0, -1)).length;
    // Half may hold as much as before: the words that stand for answers that never came count here, and take up no room there.
    while (drive.history.length === length) {
      room /= 2;
      drive.history = composeHistory(drive.state, room);
    }
    return true;
  }
  const longest = Math.max(0, ...drive.calls.map(({ modelText }) => modelText?.length ?? 0));
  const next = RESULT_CHARS.find((chars) => chars < Math.min(longest, drive.maxResultChars));
  if (next === undefined) return false;
  drive.maxResultChars = next;
  return true;
}
