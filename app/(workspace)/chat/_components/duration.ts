/** "<0.1 s", "0.4 s", "12 s", "2:05" (minutes and seconds). */
export function secondsWords(ms: number): string {
  if (ms < 100) return "<0.1 s";
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : clockWords(ms);
}

/** "0:12", "2:05", "1:02:05". */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
