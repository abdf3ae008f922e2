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
  const isFarOff = (name: string): boolean => {
    const place = Number.parseFloat(style.get(name) ?? "");
    return place <= -100 || place >= FAR;
  };
  const isClipped = ["overflow", "overflow-x", "overflow-y"].some((name) => has(name, "hidden", "clip"));
  return (
    has("display", "none") ||
    has("visibility", "hidden", "collapse") ||
    has("content-visibility", "hidden") ||
    /^(0?\.0\d*|0|[0-9](\.\d+)?%)$/.test(style.get("opacity") ?? "") ||
    isSmall("font-size") ||
    /(^|\s)[01](\.\d+)?(px|pt)?\s*\//.test(style.get("font") ?? "") ||
    (isClipped && ["width", "height", "max-width", "max-height"].some(isSmall)) ||
    ["left", "right", "top", "bottom", "text-indent", "margin-left", "margin-top"].some(isFarOff) ||
    /^rect\(\s*[01](px)?\b/.test(style.get("clip") ?? "") ||
    /^(inset\(\s*(50|100)%|circle\(\s*0)/.test(style.get("clip-path") ?? "") ||
    /\bscale[xy]?\(\s*0(\.0+)?\s*[,)]|\btranslate(3d|x|y)?\(([^)]*[\s,])?-?\d{4}/.test(style.get("transform") ?? "") ||
    /\bopacity\(\s*0?(\.0\d*)?%?\s*\)/.test(style.get("filter") ?? "") ||
    hasUnseenLetters(style)
  );
}

/** Beyond any screen, in whatever unit. */
const FAR = 5_000;

/** Letters without a colour, or of the colour of their paper. Only what the element itself says is known: the page behind it is not drawn. */
function hasUnseenLetters(style: Map<string, string>): boolean {
  const given = style.get("-webkit-text-fill-color") ?? style.get("color");
  if (given === undefined) return false;
  const colour = plainColour(given);
  const paper = [style.get("background-color"), style.get("background")].filter((value) => value !== undefined);
  return colour === "transparent" || paper.some((value) => plainColour(value) === colour);
}

const NAMED_COLOURS: Record<string, string> = { white: "rgb(255,255,255)", black: "rgb(0,0,0)" };

/** One writing for the usual ones of a colour; what it does not know stays as it is. */
function plainColour(value: string): string {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(value)?.[1];
  const digits = hex && (hex.length < 6 ? hex.replace(/./g, "$&$&") : hex);
  const channels = digits ? digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) : channelsOf(value);
  if (!channels) return NAMED_COLOURS[value] ?? value;
  const [red, green, blue, alpha] = channels;
  return alpha === 0 ? "transparent" : `rgb(${red},${green},${blue})`;
}

function channelsOf(value: string): number[] | undefined {
  return /^(?:rgb|hsl)a?\(([^)]*)\)$/
    .exec(value)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== "")
    .map((part) => Number.parseFloat(part));
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}
