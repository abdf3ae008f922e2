import { invalidRequest } from "#lib/errors.ts";
import { previewTiming, type TimingPreview } from "./preview-timing.ts";
import { readTiming, type TimingInput } from "./read-timing.ts";

/**
 * What a timing would do: in words, its next five times, what may surprise. Needs no rights and touches nothing.
 * @throws AppError 400 for a timing that cannot be
 */
export function previewSchedule(input: TimingInput, now: Date = new Date()): TimingPreview {
  const read = readTiming(input, now);
  if (!read.ok) throw invalidRequest(read.issues);
  return previewTiming(read.timing, now);
}
