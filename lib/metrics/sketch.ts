/**
 * A histogram with logarithmic bins of base 1.04 over durations in ms: any quantile is within 2 % of the exact one, whatever the range, and
 * two sketches add up to the sketch of both. Encoded as 6 bytes a bin in use: bin (uint16), count (uint32), both big-endian. Encoded sketches put
 * one behind the other are an encoding of their sum, so SQL adds them with `string_agg`.
 */
export type Sketch = Map<number, number>;

const LOG_BASE = Math.log(1.04);
const BYTES_A_BIN = 6;
const MAX_BIN = 0xffff;

/** Bin 0 holds everything under 1 ms; bin n holds 1.04^(n-1) up to 1.04^n. */
function binOf(ms: number): number {
  return ms < 1 ? 0 : Math.min(MAX_BIN, 1 + Math.floor(Math.log(ms) / LOG_BASE));
}

/** The geometric middle of a bin. Durations are whole milliseconds, so the first bin holds zeros. */
function middleOf(bin: number): number {
  return bin === 0 ? 0 : Math.exp((bin - 0.5) * LOG_BASE);
}

export function sketchOf(values: Iterable<number>): Sketch {
  const sketch: Sketch = new Map();
  for (const value of values) add(sketch, binOf(value), 1);
  return sketch;
}

export function encodeSketch(sketch: Sketch): Buffer {
  const bytes = Buffer.alloc(sketch.size * BYTES_A_BIN);
  let offset = 0;
  for (const [bin, count] of sketch) {
    bytes.writeUInt16BE(bin, offset);
    bytes.writeUInt32BE(count, offset + 2);
    offset += BYTES_A_BIN;
  }
  return bytes;
}

/** More bins than this are counted in an array first: long ranges come as hundreds of thousands of them. */
const MANY_BINS = 256;
/** Covers 2^31 ms, the longest duration that a record holds, twice over. */
const DENSE_BINS = 1_024;

/** Adds an encoded sketch to `target`. Null, as in a row without durations, adds nothing. */
export function mergeEncoded(target: Sketch, bytes: Uint8Array | null): void {
  if (!bytes) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dense = bytes.byteLength > MANY_BINS * BYTES_A_BIN ? new Float64Array(DENSE_BINS) : null;
  for (let offset = 0; offset + BYTES_A_BIN <= bytes.byteLength; offset += BYTES_A_BIN) {
    const bin = view.getUint16(offset);
    const count = view.getUint32(offset + 2);
    if (dense && bin < DENSE_BINS) dense[bin] = (dense[bin] ?? 0) + count;
    else add(target, bin, count);
  }
  dense?.forEach((count, bin) => {
    if (count > 0) add(target, bin, count);
  });
}

export function countOf(sketch: Sketch): number {
  let total = 0;
  for (const count of sketch.values()) total += count;
  return total;
}

/**
 * The quantile `q` (0 to 1) in ms, as PostgreSQL's `percentile_cont` defines it (between two neighbours it interpolates), within 2 % of the
 * exact one; null for an empty sketch.
 */
export function quantile(sketch: Sketch, q: number): number | null {
  const total = countOf(sketch);
  if (total === 0) return null;
  const bins = [...sketch].sort(([left], [right]) => left - right);
  const rank = q * (total - 1);
  const below = valueAt(bins, Math.floor(rank));
  const above = valueAt(bins, Math.ceil(rank));
  return below + (above - below) * (rank - Math.floor(rank));
}

/** The value with this rank, counted from 0, of bins in order. */
function valueAt(bins: [bin: number, count: number][], rank: number): number {
  let seen = 0;
  for (const [bin, count] of bins) {
    seen += count;
    if (seen > rank) return middleOf(bin);
  }
  throw new RangeError(`No value has the rank ${rank} of ${seen}.`);
}

function add(sketch: Sketch, bin: number, count: number): void {
  sketch.set(bin, (sketch.get(bin) ?? 0) + count);
}
