import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync("app/globals.css", "utf8");
const TEXT = 4.5;
const CONTROL = 3;

/** The declarations `--name: oklch(…)` of the light block and of the dark block inside it. */
const light = colours(css.slice(css.indexOf("color-scheme: light;"), css.indexOf("@variant dark {")));
const dark = colours(css.slice(css.indexOf("@variant dark {")));

const GROUNDS = ["canvas", "surface", "raised", "sunken"];
const OUTCOMES = ["running", "waiting", "succeeded", "failed", "refused", "expired", "cancelled", "unknown"];
const PAIRS: [text: string, ground: string, atLeast: number][] = [
  ...GROUNDS.flatMap((ground): [string, string, number][] => [
    ["ink", ground, TEXT],
    ["muted", ground, TEXT],
    ["accent", ground, TEXT],
    ["edge", ground, CONTROL],
    ...OUTCOMES.map((outcome): [string, string, number] => [outcome, ground, TEXT]),
  ]),
  ["ink", "hover", TEXT],
  ["muted", "hover", TEXT],
  ["accent", "hover", TEXT],
  ["ink", "accent-soft", TEXT],
  ["accent", "accent-soft", TEXT],
  ["on-accent", "accent", TEXT],
  ["on-accent", "accent-strong", TEXT],
  ["on-danger", "danger", TEXT],
  ["on-danger", "danger-strong", TEXT],
  ["canvas", "ink", TEXT],
  ...OUTCOMES.flatMap((outcome): [string, string, number][] => [
    [outcome, `${outcome}-soft`, TEXT],
    ["ink", `${outcome}-soft`, TEXT],
  ]),
];

describe.each([
  ["light", light],
  ["dark", dark],
])("the %s theme", (_name, theme) => {
  it.each(PAIRS)("has %s on %s at %s to 1 or more", (text, ground, atLeast) => {
    expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(atLeast);
  });

  it("gives every outcome a colour of its own", () => {
    expect(new Set(OUTCOMES.map((outcome) => theme[outcome]?.join())).size).toBe(OUTCOMES.length);
  });
});

it("finds a pair that is too pale", () => {
  expect(contrast([0.7, 0, 0], [1, 0, 0])).toBeLessThan(TEXT);
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1);
});

type Oklch = [lightness: number, chroma: number, hue: number];

function colours(block: string): Record<string, Oklch | undefined> {
  const found = block.matchAll(/--([\w-]+):\s*oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return Object.fromEntries(Array.from(found, ([, name, l, c, h]) => [name, [Number(l), Number(c), Number(h)]]));
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: Oklch | undefined, other: Oklch | undefined): number {
  if (!one || !other) throw new Error("A colour of this pair is not declared.");
  const [paler, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (paler + 0.05) / (darker + 0.05);
}

/** OKLCH to linear sRGB (CSS Color 4, sample code), out-of-gamut parts clipped as browsers do, then relative luminance. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part))) as [number, number, number];
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
