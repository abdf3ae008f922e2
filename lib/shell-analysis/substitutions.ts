/**
 * The commands in a text that the shell fills in: what stands in `$(…)` and in backquotes, also inside `$((…))`. For the places where the
 * grammar does not see them all: here-documents (a line that begins with a blank) and `${x:-…}`. In such a text a backslash takes one away, and
 * quotes are letters like any other.
 */
export function substitutionsIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") {
      const end = endOfBackquotes(text, at + 1);
      found.push(text.slice(at + 1, end).replace(/\\([`$\\])/g, "$1"));
      at = end;
    } else if (text.startsWith("$(", at)) {
      const end = endOfParentheses(text, at + 2);
      const inner = text.slice(at + 2, end);
      found.push(...(inner.startsWith("(") ? substitutionsIn(inner) : [inner]));
      at = end;
    }
  }
  return found;
}

function endOfBackquotes(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== "`") at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Behind `(`, over groups and quoted text; a missing end is the end of the text. */
function endOfParentheses(text: string, from: number): number {
  let depth = 1;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "\\" && quote !== "'") at++;
    else if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === "(") depth++;
    else if (letter === ")" && --depth === 0) return at;
  }
  return text.length;
}
