import { describe, expect, it } from "vitest";
import { readAsPosix } from "./posix-commands.ts";

/** Each command as its words, quotes taken away; what is filled in at run time in angle brackets. */
function commandsIn(text: string): string[][] {
  return readAsPosix(text).commands.map(({ words }) => words.map(({ value, source }) => value ?? `<${source}>`));
}

describe("shell text as the standard has it", () => {
  it.each<[string, string[][]]>([
    ["a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]],
    ["a;b&c&&d||e|f\ng", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"]]],
    ["A=1 >f a 2>&1 b <g", [["a", "b"]]],
    ["a #b\nc d#e", [["a"], ["c", "d#e"]]],
    ["a\\\nb \\\n c", [["ab", "c"]]],
    ["if a; then b; elif c; then d; else e; fi >f; g", [["a"], ["b"], ["c"], ["d"], ["e"], ["g"]]],
    ["while a; do b; done | c", [["a"], ["b"], ["c"]]],
    ["for x in a b; do c; done; for x do d; done", [["c"], ["d"]]],
    ["case a in (b|c) d;; 'e f') g; esac; h", [["d"], ["g"], ["h"]]],
    ["f() { a; }; g() b; f", [["a"], ["b"], ["f"]]],
    ["! a | { b; } && (c; d)", [["a"], ["b"], ["c"], ["d"]]],
    ["echo if then a", [["echo", "if", "then", "a"]]],
    ["a $(b $(c)) `d`", [["a", "<$(b $(c))>", "<`d`>"], ["b", "<$(c)>"], ["c"], ["d"]]],
    ["a \"$(b ')')\" $((1 + $(c)))", [["a", "<$(b ')')>", "<$((1 + $(c)))>"], ["b", ")"], ["c"]]],
    ['a $ "$" $x *', [["a", "$", "$", "<$x>", "<*>"]]],
    ["a <<E; b\n$(c\n)\n E\nE\nd", [["a"], ["b"], ["c"], ["d"]]],
    ["a <<'E' <<-F\n$(b)\nE\n\t$(c)\n\tF\nd", [["a"], ["c"], ["d"]]],
  ])("%s", (text, commands) => {
    expect([commandsIn(text), readAsPosix(text).isWhole]).toEqual([commands, true]);
  });

  it("has texts of its own in backquotes with escapes", () => {
    expect(readAsPosix('a `b \\`c\\`` "`d \\"e\\"`"').texts).toEqual(["b `c`", 'd "e"']);
  });

  it("changes variables and files without a command", () => {
    expect(readAsPosix("A=1 a >f 2>>g 2>&1 </h >/dev/null; for x in b; do c; done; d $((y = 2)) $((y == 2))").changes).toEqual([
      ...["A=1", "> f", ">> g", "for x in b", "$((y = 2))"],
    ]);
  });

  it.each(["a 'b", 'a "b', "a $(b", "a `b", "(a", "a )", "a=(b c)", "a <(b)", "a <<< b", "fi a", "case a b", "a (b)", "for x in (a)"])(
    "stops where a shell would: %s",
    (text) => {
      expect(readAsPosix(text).isWhole).toBe(false);
    },
  );
});
