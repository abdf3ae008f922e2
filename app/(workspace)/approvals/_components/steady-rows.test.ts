import { describe, expect, it } from "vitest";
import { steadyRows } from "./steady-rows.ts";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const told = (list: { id: string; isGone: boolean }[]) => list.map(({ id, isGone }) => (isGone ? `(${id})` : id)).join(" ");

describe("steadyRows", () => {
  it("moves nothing under a pointer: what left keeps its place, what came stands last", () => {
    const shown = steadyRows([], rows("a", "b", "c"), false);
    const after = steadyRows(shown, rows("x", "b", "d"), true);
    expect(told(after)).toBe("(a) b (c) x d");
    expect(told(steadyRows(after, rows("x", "d"), true))).toBe("(a) (b) (c) x d");
  });

  it("is the list itself when nobody is about to click", () => {
    const shown = steadyRows([], rows("a", "b"), false);
    expect(told(steadyRows(shown, rows("b"), false))).toBe("b");
  });

  it("takes a row back that returns", () => {
    const shown = steadyRows(steadyRows([], rows("a", "b"), false), rows("b"), true);
    expect(told(steadyRows(shown, rows("a", "b"), true))).toBe("a b");
  });
});
