import { describe, expect, it } from "vitest";
import { countOf, encodeSketch, mergeEncoded, quantile, type Sketch, sketchOf } from "./sketch.ts";

/** `percentile_cont` by its definition. */
function exactQuantile(values: number[], q: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const rank = q * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] as number;
  const above = sorted[Math.ceil(rank)] as number;
  return below + (above - below) * (rank - Math.floor(rank));
}

/** A generator with a seed: a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const shapes: Record<string, (random: () => number) => number> = {
  even: (random) => Math.floor(random() * 30_000),
  "many short, few long": (random) => Math.round(Math.exp(random() ** 4 * 12)),
  "two humps": (random) => Math.round((random() < 0.7 ? 40 : 9_000) * (0.8 + random() * 0.4)),
  "days of waiting": (random) => Math.round(Math.exp(random() * 20)),
  "all the same": () => 1_234,
  "mostly nothing": (random) => (random() < 0.9 ? 0 : 3),
};

describe("a sketch", () => {
  it.each(Object.keys(shapes))("of %s is within 2 %% of the exact quantile, for any number of values", (shape) => {
    const draw = shapes[shape] as (random: () => number) => number;
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomFrom(seed);
      const values = Array.from({ length: 1 + Math.floor(random() * 800) }, () => draw(random));
      for (const q of [0, 0.5, 0.9, 0.95, 0.99, 1]) {
        const exact = exactQuantile(values, q);
        const error = Math.abs((quantile(sketchOf(values), q) ?? Number.NaN) - exact);
        expect(error, `seed ${seed}, q ${q}, exact ${exact}`).toBeLessThanOrEqual(exact * 0.02);
      }
    }
  });

  it("adds up: the sum of two sketches is the sketch of all, in any order and however often it is encoded", () => {
    const random = randomFrom(7);
    const parts = Array.from({ length: 9 }, () => Array.from({ length: 50 }, () => Math.round(random() * 10_000)));
    const whole = sketchOf(parts.flat());
    const sum: Sketch = new Map();
    for (const part of parts.toReversed()) mergeEncoded(sum, encodeSketch(sketchOf(part)));
    expect(new Map([...sum].sort())).toEqual(new Map([...whole].sort()));
    expect(countOf(sum)).toBe(450);
  });

  it("may be encoded in pieces, one behind the other, as SQL puts them together", () => {
    const together: Sketch = new Map();
    mergeEncoded(together, Buffer.concat([encodeSketch(sketchOf([5, 5, 90])), encodeSketch(sketchOf([5, 7_000]))]));
    expect(together).toEqual(sketchOf([5, 5, 90, 5, 7_000]));
  });

  it("is the same whether few or many bins come at once, the rarest and longest among them", () => {
    const random = randomFrom(3);
    const values = Array.from({ length: 4_000 }, () => Math.round(Math.exp(random() * 60)));
    const [atOnce, byPiece]: [Sketch, Sketch] = [new Map(), new Map()];
    mergeEncoded(atOnce, Buffer.concat(values.map((value) => encodeSketch(sketchOf([value])))));
    for (const value of values) mergeEncoded(byPiece, encodeSketch(sketchOf([value])));
    const ordered = (sketch: Sketch) => [...sketch].sort(([left], [right]) => left - right);
    expect(ordered(atOnce)).toEqual(ordered(byPiece));
  });

  it("of nothing has no quantile, and adds nothing", () => {
    const sketch = sketchOf([]);
    mergeEncoded(sketch, null);
    mergeEncoded(sketch, encodeSketch(sketchOf([])));
    expect([countOf(sketch), quantile(sketch, 0.5)]).toEqual([0, null]);
  });
});
