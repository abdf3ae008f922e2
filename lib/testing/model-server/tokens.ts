const WORDS = "the tool was given its arguments and gave back what it found so this line of plain words fills the rest of an answer".split(
  " ",
);

const fillers = new Map<string, readonly string[]>();

/** Tokens of an answer: a text cut into words with the space around them, or so many filler words of `size` characters, space included. */
export function tokensOf(text: string | number, size: number): readonly string[] {
  if (typeof text === "string") return text.match(/\s*\S+\s*/g) ?? (text ? [text] : []);
  const key = `${text}/${size}`;
  const known = fillers.get(key);
  if (known) return known;
  const made = Array.from({ length: text }, (_, index) => filler(index, size));
  // Streams of one shape share one array: a load test holds thousands of them open.
  if (fillers.size < 256) fillers.set(key, made);
  return made;
}

function filler(index: number, size: number): string {
  const length = Math.max(1, size - 1);
  const word = WORDS[index % WORDS.length] ?? "word";
  return ` ${word.slice(0, length).padEnd(length, "o")}`;
}
