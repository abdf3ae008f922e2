/** Declarations of one `style` attribute or rule, names and values in lower case, without comments, escapes and `!important`. */
export function parseDeclarations(style: string): Map<string, string> {
  const plain = withoutComments(style)
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .toLowerCase();
  const declarations = new Map<string, string>();
  for (const declaration of plain.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace("!important", "");
    declarations.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return declarations;
}

/** By hand: the obvious expression takes half a minute for a megabyte of comment openings. */
export function withoutComments(css: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let open = css.indexOf("/*"); open >= 0; open = css.indexOf("/*", at)) {
    kept.push(css.slice(at, open));
    const close = css.indexOf("*/", open + 2);
    if (close < 0) return kept.join("");
    at = close + 2;
  }
  return kept.join("") + css.slice(at);
}

/** Whether an element with these declarations shows nothing to a person: the ways in which pages hide text from readers but not from models. */
export function hides(style: Map<string, string>): boolean {
  const has = (name: string, ...values: string[]): boolean => values.includes(style.get(name) ?? "");
  const isSmall = (name: string): boolean => /^(0?\.\d+|[01](\.\d+)?)(px|pt)$|^0(\.0+)?[a-z%]*$/.test(style.get(name) ?? "");
  const isFarOff = (name: string): boolean => Number.parseFloat(style.get(name) ?? "") <= -100;
  const isClipped = ["overflow", "overflow-x", "overflow-y"].some((name) => has(name, "hidden", "clip"));
  return (
    has("display", "none") ||
    has("visibility", "hidden", "collapse") ||
    has("content-visibility", "hidden") ||
    /^(0?\.0\d*|0|[0-9](\.\d+)?%)$/.test(style.get("opacity") ?? "") ||
    isSmall("font-size") ||
    (isClipped && ["width", "height", "max-width", "max-height"].some(isSmall)) ||
    ["left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top"].some(isFarOff) ||
    /^rect\(\s*[01](px)?\b/.test(style.get("clip") ?? "") ||
    /^(inset\(\s*(50|100)%|circle\(\s*0)/.test(style.get("clip-path") ?? "") ||
    /\bscale[xy]?\(\s*0(\.0+)?\s*[,)]/.test(style.get("transform") ?? "") ||
    isSameColour(style)
  );
}

function isSameColour(style: Map<string, string>): boolean {
  const colour = style.get("color");
  if (colour === undefined) return false;
  return colour === "transparent" || colour === style.get("background-color") || colour === style.get("background");
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
