/** "0 ms", "412 ms", "1.3 s", "48 s", "2.5 min", "3.2 h", "2.1 d": two or three digits, whatever the size. */
export function durationWords(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  for (const [unit, unitMs, next] of UNITS) if (ms < next * unitMs * 0.9995) return `${digits(ms / unitMs)} ${unit}`;
  return `${digits(ms / DAY_MS)} d`;
}

const DAY_MS = 86_400_000;
/** Unit, its length, and how many of it are the next one. */
const UNITS = [
  ["s", 1_000, 60],
  ["min", 60_000, 60],
  ["h", 3_600_000, 24],
] as const;

/** "99.5 %"; never "100 %" for what is not all, never "0 %" for what is not nothing. */
export function percentWords(share: number): string {
  const percent = Math.round(share * 1_000) / 10;
  if (percent === 100 && share < 1) return "99.9 %";
  if (percent === 0 && share > 0) return "0.1 %";
  return `${percent} %`;
}

/** "987", "12.3 k", "1.2 M": for tiles; tables have the whole number. */
export function shortCount(value: number): string {
  if (value < 10_000) return value.toLocaleString("en-US");
  if (value < 999_950) return `${digits(value / 1_000)} k`;
  return value < 999_950_000 ? `${digits(value / 1_000_000)} M` : `${digits(value / 1_000_000_000)} G`;
}

/** "$0.0041", "$12.30", "$1,234", "$1.2 M": for tiles and narrow columns; what is not nothing is never "$0". */
export function shortUsd(usd: number): string {
  if (usd >= 10_000) return `$${shortCount(Math.round(usd))}`;
  const fractionDigits = usd >= 1_000 ? 0 : usd >= 0.1 || usd === 0 ? 2 : 4;
  const words = usd.toLocaleString("en-US", { minimumFractionDigits: Math.min(fractionDigits, 2), maximumFractionDigits: fractionDigits });
  return usd > 0 && Number(words.replaceAll(",", "")) === 0 ? "<$0.0001" : `$${words}`;
}

function digits(value: number): string {
  return value < 9.95 ? value.toFixed(1) : Math.round(value).toLocaleString("en-US");
}
