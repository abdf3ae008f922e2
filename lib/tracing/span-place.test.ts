import { describe, expect, it } from "vitest";
import { newId, type RunId } from "#lib/ids.ts";
import { spanPlace } from "./span-place.ts";

describe("the place of a span", () => {
  const trace = "0199d3a4-5b6c-7d8e-9f01-23456789abcd" as RunId;

  it("is the root for the run itself, in the trace that has the run's id without dashes", () => {
    expect(spanPlace({ trace, id: trace })).toEqual({
      traceId: "0199d3a45b6c7d8e9f0123456789abcd",
      spanId: "9f0123456789abcd",
      parentSpanId: null,
    });
  });

  it("is under the root for everything else, and the same whoever asks", () => {
    const id = newId();
    const place = spanPlace({ trace, id });
    expect(place).toEqual({
      traceId: "0199d3a45b6c7d8e9f0123456789abcd",
      spanId: id.slice(-17).replace("-", ""),
      parentSpanId: "9f0123456789abcd",
    });
    expect(spanPlace({ trace, id })).toEqual(place);
  });

  it("is a new one where no row gives an id", () => {
    const ids = Array.from({ length: 100 }, () => spanPlace({ trace }).spanId);
    expect(new Set(ids).size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/);
  });
});
