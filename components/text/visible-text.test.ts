import { describe, expect, it } from "vitest";
import { countHidden, escapeVisible, toSegments } from "#components/text/visible-text.ts";
import { cpuMs } from "#lib/testing/cpu-ms.ts";

/** What an attacker writes, and what the approver must see instead. Expected values are written out by hand, never computed. */
const SPOOFS: [why: string, text: string, shown: string][] = [
  ["right-to-left override", "rm \u202egpj.exe", "rm \\u{202E}gpj.exe"],
  ["left-to-right override", "a\u202db", "a\\u{202D}b"],
  ["right-to-left embedding", "a\u202bb", "a\\u{202B}b"],
  ["left-to-right embedding", "a\u202ab", "a\\u{202A}b"],
  ["pop directional formatting", "a\u202cb", "a\\u{202C}b"],
  ["left-to-right isolate", "a\u2066b", "a\\u{2066}b"],
  ["right-to-left isolate", "a\u2067b", "a\\u{2067}b"],
  ["first strong isolate", "a\u2068b", "a\\u{2068}b"],
  ["pop directional isolate", "a\u2069b", "a\\u{2069}b"],
  ["left-to-right mark", "a\u200eb", "a\\u{200E}b"],
  ["right-to-left mark", "a\u200fb", "a\\u{200F}b"],
  ["Arabic letter mark", "a\u061cb", "a\\u{61C}b"],
  [
    "trojan source: early return in a comment",
    "/*\u202e } \u2066if (isAdmin)\u2069 \u2066 begin */",
    "/*\\u{202E} } \\u{2066}if (isAdmin)\\u{2069} \\u{2066} begin */",
  ],
  ["zero-width space", "rm -rf \u200b/", "rm -rf \\u{200B}/"],
  ["zero-width non-joiner", "pass\u200cwd", "pass\\u{200C}wd"],
  ["zero-width joiner", "pass\u200dwd", "pass\\u{200D}wd"],
  ["word joiner", "a\u2060b", "a\\u{2060}b"],
  ["byte order mark inside", "a\ufeffb", "a\\u{FEFF}b"],
  ["byte order mark in front", "\ufeffls", "\\u{FEFF}ls"],
  ["soft hyphen", "exa\u00admple.com", "exa\\u{AD}mple.com"],
  ["combining grapheme joiner", "a\u034fb", "a\\u{34F}b"],
  ["Mongolian vowel separator", "a\u180eb", "a\\u{180E}b"],
  ["invisible times", "2\u2062x", "2\\u{2062}x"],
  ["invisible separator", "a\u2063b", "a\\u{2063}b"],
  ["deprecated format character", "a\u206ab", "a\\u{206A}b"],
  ["variation selector 16", "a\ufe0fb", "a\\u{FE0F}b"],
  ["variation selector 256 (smuggled bytes)", "a\u{e01ef}b", "a\\u{E01EF}b"],
  ["Hangul filler", "a\u3164b", "a\\u{3164}b"],
  ["Hangul choseong filler", "a\u115fb", "a\\u{115F}b"],
  ["halfwidth Hangul filler", "a\uffa0b", "a\\u{FFA0}b"],
  ["Khmer inherent vowel", "a\u17b4b", "a\\u{17B4}b"],
  ["Braille blank", "a\u2800b", "a\\u{2800}b"],
  ["object replacement", "a\ufffcb", "a\\u{FFFC}b"],
  ["interlinear annotation", "a\ufff9b\ufffac\ufffb", "a\\u{FFF9}b\\u{FFFA}c\\u{FFFB}"],
  ["invisible musical symbol", "a\u{1d173}b", "a\\u{1D173}b"],
  ["shorthand format control", "a\u{1bca0}b", "a\\u{1BCA0}b"],
  ["tag characters (ASCII smuggling)", "ok\u{e0072}\u{e006d}", "ok\\u{E0072}\\u{E006D}"],
  ["tag language marker", "ok\u{e0001}", "ok\\u{E0001}"],
  ["NUL", "a\0b", "a\\u{0}b"],
  ["escape: ANSI colour", "\u001b[31mred\u001b[0m", "\\u{1B}[31mred\\u{1B}[0m"],
  ["escape: move the cursor up", "safe\u001b[1A\u001b[2Kevil", "safe\\u{1B}[1A\\u{1B}[2Kevil"],
  ["bell", "a\u0007", "a\\u{7}"],
  ["backspace overwrites", "rm\b\bls", "rm\\u{8}\\u{8}ls"],
  ["carriage return overwrites", "rm -rf /\rls      ", "rm -rf /\\u{D}ls      "],
  ["carriage return before a line break", "a\r\nb", "a\\u{D}\nb"],
  ["vertical tab", "a\u000bb", "a\\u{B}b"],
  ["form feed", "a\fb", "a\\u{C}b"],
  ["delete", "a\u007fb", "a\\u{7F}b"],
  ["next line (C1)", "a\u0085b", "a\\u{85}b"],
  ["control sequence introducer (C1)", "a\u009b31m", "a\\u{9B}31m"],
  ["line separator", "a\u2028b", "a\\u{2028}b"],
  ["paragraph separator", "a\u2029b", "a\\u{2029}b"],
  ["tab in a command", "a\tb", "a\\u{9}b"],
  ["no-break space", "rm\u00a0-rf", "rm\\u{A0}-rf"],
  ["narrow no-break space", "a\u202fb", "a\\u{202F}b"],
  ["em space", "a\u2003b", "a\\u{2003}b"],
  ["hair space", "a\u200ab", "a\\u{200A}b"],
  ["ideographic space", "a\u3000b", "a\\u{3000}b"],
  ["Ogham space", "a\u1680b", "a\\u{1680}b"],
  ["Cyrillic in a host name", "p\u0430ypal.com", "p\\u{430}ypal.com"],
  ["a word of nothing but Cyrillic look-alikes", "\u0441\u043e\u0440\u0443 x", "\\u{441}\\u{43E}\\u{440}\\u{443} x"],
  ["Cyrillic palochka for l", "app\u04cfe.com", "app\\u{4CF}e.com"],
  ["Greek omicron", "g\u03bf\u03bfgle.com", "g\\u{3BF}\\u{3BF}gle.com"],
  ["Greek question mark for a semicolon", "ls\u037e rm", "ls\\u{37E} rm"],
  ["Armenian o", "g\u0585ogle", "g\\u{585}ogle"],
  ["Cherokee A", "\u13aadmin", "\\u{13AA}dmin"],
  ["dotless i", "adm\u0131n", "adm\\u{131}n"],
  ["Latin alpha", "\u0251dmin", "\\u{251}dmin"],
  ["fullwidth letters", "\uff52\uff4d", "\\u{FF52}\\u{FF4D}"],
  ["fullwidth slash", "/etc\uff0fpasswd", "/etc\\u{FF0F}passwd"],
  ["mathematical bold", "\u{1d42b}\u{1d426}", "\\u{1D42B}\\u{1D426}"],
  ["small capital", "\u0280\u1d0d", "\u0280\u1d0d"],
  ["circled letter", "\u24e1m", "\\u{24E1}m"],
  ["superscript digit", "port 808\u2070", "port 808\\u{2070}"],
  ["ligature", "\ufb01le", "\\u{FB01}le"],
  ["division slash", "a\u2215b", "a\\u{2215}b"],
  ["fraction slash", "a\u2044b", "a\\u{2044}b"],
  ["minus sign for a hyphen", "rm \u2212rf", "rm \\u{2212}rf"],
  ["en dash for a hyphen", "rm \u2013rf", "rm \\u{2013}rf"],
  ["non-breaking hyphen", "rm \u2011rf", "rm \\u{2011}rf"],
  ["curly quote", "echo \u2018x\u2019", "echo \\u{2018}x\\u{2019}"],
  ["one dot leader", "evil\u2024com", "evil\\u{2024}com"],
  ["ideographic full stop", "evil\u3002com", "evil\\u{3002}com"],
  ["ratio for a colon", "http\u2236//x", "http\\u{2236}//x"],
  ["asterisk operator", "rm \u2217", "rm \\u{2217}"],
  ["combining long solidus", "a=\u0338b", "a=\\u{338}b"],
  ["combining accent on ASCII", "cafe\u0301", "cafe\\u{301}"],
  ["lone high surrogate", "a\ud800b", "a\\u{D800}b"],
  ["lone low surrogate", "a\udc00b", "a\\u{DC00}b"],
  ["noncharacter", "a\ufffeb", "a\\u{FFFE}b"],
  ["private use", "a\ue000b", "a\\u{E000}b"],
  ["unassigned", "a\u{2fffd}b", "a\\u{2FFFD}b"],
  ["spaces that push the rest out of view", `ls${" ".repeat(500)}; rm -rf /`, "ls[500 spaces]; rm -rf /"],
  ["line breaks that push the rest out of view", `ls${"\n".repeat(80)}rm -rf /`, "ls[80 line breaks]rm -rf /"],
  ["tabs that push the rest out of view", `ls${"\t".repeat(60)}; rm`, "ls[60 tabs]; rm"],
];

describe("a text that will run", () => {
  it.each(SPOOFS)("shows %s", (_why, text, shown) => {
    expect(escapeVisible(text, "exact")).toBe(shown);
  });

  it.each([
    "ls -la",
    "find . -name '*.ts' | head",
    "echo \"a\" && cat <<'X'\nline\n\nX",
    "Привет.txt",
    "日本語.md",
    "señal.txt",
    "مرحبا",
    "résumé",
    "       indented",
  ])("leaves %j as it is", (text) => {
    expect(toSegments(text, "exact")).toEqual([{ kind: "text", text }]);
  });

  it("says what a look-alike is taken for", () => {
    expect(toSegments("p\u0430y", "exact")).toEqual([
      { kind: "text", text: "p" },
      { kind: "escape", text: "\\u{430}", hidden: "confusable", looksLike: "a" },
      { kind: "text", text: "y" },
    ]);
  });

  it("counts what was hidden, folds apart", () => {
    expect(countHidden(toSegments(`a\u202eb\u200b${" ".repeat(40)}c`, "exact"))).toBe(2);
  });

  it("is made of nothing but visible characters, whatever comes in", () => {
    const everything = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("x");
    const shown = escapeVisible(everything, "exact").replaceAll("\n", "");
    expect(/[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{DI}\p{Zl}\p{Zp}]/u.exec(shown)?.[0]).toBeUndefined();
  });

  it("takes a long hostile text in stride", () => {
    const startedAt = cpuMs();
    toSegments("\u202e\u0430a".repeat(70_000), "exact");
    expect(cpuMs() - startedAt).toBeLessThan(1500);
  });
});

describe("prose", () => {
  it.each([
    "Привет, мир — как дела?",
    "می\u200cروم",
    "مرحبا\u200f!",
    "👩‍👩‍👧 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "“quoted” – it’s fine…",
    "10\u00a0km",
    "हिन्दी",
    "Việt Nam",
    "cafe\u0301",
    "a\tb\nc",
  ])("leaves %j as it is", (text) => {
    expect(escapeVisible(text, "prose")).toBe(text);
  });

  it.each([
    ["an override", "abc\u202edef", "abc\\u{202E}def"],
    ["an isolate", "abc\u2067def", "abc\\u{2067}def"],
    ["tags that belong to no flag", "hello\u{e0069}\u{e0067}\u{e006e}", "hello\\u{E0069}\\u{E0067}\\u{E006E}"],
    ["smuggled variation selectors", "hi\u{e0148}\u{e0155}", "hi\\u{E0148}\\u{E0155}"],
    ["terminal escapes", "\u001b]0;x\u0007", "\\u{1B}]0;x\\u{7}"],
    ["a zero-width space", "a\u200bb", "a\\u{200B}b"],
    ["a pile of marks", `a${"\u0335".repeat(6)}`, `a${"\u0335".repeat(4)}\\u{335}\\u{335}`],
  ])("shows %s", (_why, text, shown) => {
    expect(escapeVisible(text, "prose")).toBe(shown);
  });
});

describe("source text", () => {
  it("keeps indentation, tabs, other scripts and emoji, and shows bidirectional controls", () => {
    const kept = `\tif (имя) {${" ".repeat(20)}// ✅ 日本\r\n}`;
    expect(escapeVisible(kept, "code")).toBe(kept.replace("\r\n", "\n"));
    expect(escapeVisible("a\u2066b\u00a0c", "code")).toBe("a\\u{2066}b\\u{A0}c");
  });
});
